import { describe, expect, test } from 'vitest'
import { isLoaderName, isSecretName, isSensitivePath } from '../../sidecar/text/sensitive.ts'

const own = ['/home/ann/.config/steward', '/srv/steward-data']

describe('sensitive paths', () => {
  test.each([
    '/home/ann/.ssh',
    '/home/ann/.ssh/config',
    '/home/ann/backup/.ssh/known_hosts',
    '/home/ann/.gnupg/private-keys-v1.d/x',
    '/home/ann/.aws/credentials',
    '/home/ann/.azure/msal_token_cache.json',
    '/home/ann/.config/gcloud/application_default_credentials.json',
    '/home/ann/.config/gh/hosts.yml',
    '/home/ann/.kube/config',
    '/home/ann/.docker/config.json',
    '/home/ann/.netrc',
    '/home/ann/_netrc',
    '/work/site/.env',
    '/work/site/.env.production',
    '/work/site/.envrc',
    '/home/ann/id_rsa',
    '/home/ann/id_ed25519.bak',
    '/work/tls/server.pem',
    '/work/tls/server.key',
    '/work/cert.p12',
    '/home/ann/passwords.kdbx',
    '/home/ann/.password-store/bank.gpg',
    '/home/ann/.local/share/keyrings/login.keyring',
    '/home/ann/.mozilla/firefox/abc.default/logins.json',
    '/home/ann/.config/google-chrome/Default/Login Data',
    '/home/ann/snap/firefox/common/x',
    '/home/ann/.bash_history',
    '/home/ann/.zsh_history',
    '/home/ann/.local/share/fish/fish_history',
    '/home/ann/.npmrc',
    '/home/ann/.git-credentials',
    '/home/ann/.cargo/credentials.toml',
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/sudoers.d/ann',
    '/etc/NetworkManager/system-connections/home.nmconnection',
    '/proc/4242/environ',
    '/proc/1/mem',
    '/run/secrets/token',
    '/home/ann/.config/steward/config.jsonc',
    '/srv/steward-data',
    '/Users/ann/Library/Keychains/login.keychain-db',
    '/Users/ann/Library/Application Support/Google/Chrome/Default/Cookies',
    '/Users/ann/Library/Application Support/Firefox/Profiles/x/key4.db',
    '/Users/ann/Library/Mail/V10',
    '/Users/ann/Library/Messages/chat.db',
    String.raw`C:\Users\ann\.ssh\id_rsa`,
    String.raw`C:\Users\ann\AppData\Local\Google\Chrome\User Data\Default\Cookies`,
    String.raw`C:\Users\ann\AppData\Roaming\Microsoft\Credentials\x`,
    String.raw`C:\Users\ann\AppData\Roaming\Mozilla\Firefox\Profiles\x`,
    String.raw`C:\Windows\System32\config\SAM`,
    String.raw`C:\Users\ann\AppData\Roaming\Microsoft\Windows\PowerShell\PSReadLine\ConsoleHost_history.txt`,
    String.raw`C:\Users\ann\NTUSER.DAT`,
    '/HOME/ANN/.SSH/ID_RSA',
    '/home/ann/.ssh./config',
    '/home/ann/.s\u200csh/config',
    '/home/ann/.ſsh/config',
  ])('%s is sensitive', (path) => {
    expect(isSensitivePath(path, own, 'linux')).toBe(true)
  })

  test.each([
    '/home/ann/notes.md',
    '/home/ann/.sshx/config',
    '/home/ann/ssh/config',
    '/work/site/.env.example',
    '/work/site/environment.ts',
    '/work/site/src/keyboard.ts',
    '/work/site/monkey',
    '/work/site/history.md',
    '/work/site/src/library/mail/index.php',
    '/work/site/credentials.ts',
    '/work/site/secrets.ts',
    '/work/site/docs/pem.md',
    '/etc/hosts',
    '/etc/passwd',
    '/proc/cpuinfo',
    '/home/ann/.config/steward-notes/a.md',
    '/srv/steward-database',
    '/home/ann/...',
    '/',
    String.raw`C:\Users\ann\Documents\letter.docx`,
  ])('%s is ordinary', (path) => {
    expect(isSensitivePath(path, own, 'linux')).toBe(false)
  })

  test("Steward's own folders are found in any case where the system ignores case", () => {
    expect(isSensitivePath('/home/ann/.config/STEWARD/x', own, 'darwin')).toBe(true)
    expect(isSensitivePath('/home/ann/.config/STEWARD/x', own, 'linux')).toBe(false)
  })
})

describe('secret-looking names', () => {
  test.each([
    ...[
      'API_KEY',
      'OPENAI_API_KEY',
      'GITHUB_TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'PGPASSWORD',
      'MYSQL_PWD',
      'DB_PASS',
      'apiKey',
    ],
    ...[
      'CREDENTIALS_FILE',
      'BASIC_AUTH',
      'SSH_AUTH_SOCK',
      'SESSION_COOKIE',
      'PRIVATE_KEY',
      'JWT',
      'GH_PAT',
      'DATABASE_URL',
    ],
    ...[
      'SENTRY_DSN',
      'HTTPS_PROXY',
      'SLACK_WEBHOOK',
      'authToken',
      'APIKEY',
      'KEY',
      'secret',
      'AZURE_CONNECTION_STRING',
      'KEY2',
    ],
  ])('%s looks like a secret', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  test.each([
    ...[
      'PATH',
      'HOME',
      'LANG',
      'PWD',
      'OLDPWD',
      'KEYBOARD_LAYOUT',
      'MONKEY',
      'GIT_AUTHOR_NAME',
      'COMPASS',
      'BYPASS_CACHE',
    ],
    ...[
      'XDG_SESSION_TYPE',
      'DESKTOP_SESSION',
      'TOKENIZERS_PARALLELISM',
      'TERM',
      'PATTERN',
      'SPIN',
      'EDITOR',
      'NODE_ENV',
    ],
  ])('%s does not', (name) => {
    expect(isSecretName(name)).toBe(false)
  })
})

describe('names that make programs load something', () => {
  test.each([
    ...[
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'NODE_OPTIONS',
      'PATH',
      'Path',
      'DYLD_INSERT_LIBRARIES',
      'PYTHONPATH',
      'PYTHONSTARTUP',
    ],
    ...[
      'BASH_ENV',
      'ENV',
      'GIT_SSH',
      'GIT_SSH_COMMAND',
      'PERL5OPT',
      'RUBYOPT',
      'JAVA_TOOL_OPTIONS',
      'EDITOR',
      'HTTP_PROXY',
      'HOME',
    ],
  ])('%s does', (name) => {
    expect(isLoaderName(name)).toBe(true)
  })

  test.each(['LANG', 'TZ', 'TERM', 'MY_PATHS', 'COLOR', 'DEBUG', 'GITHUB_USER', 'ENVIRONMENT'])(
    '%s does not',
    (name) => {
      expect(isLoaderName(name)).toBe(false)
    },
  )
})
