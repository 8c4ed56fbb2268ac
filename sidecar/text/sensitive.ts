// What tends to hold secrets: paths and environment variables, judged by name alone. A false alarm costs one question.
import { isInside, type Platform } from './paths.ts'

const whole = (parts: string[]): RegExp => new RegExp(`^(?:${parts.join('|')})$`)

// Folders, wherever they are: everything in them is sensitive, and so are they. `+` stands for a space.
const folders = [
  '.ssh .gnupg .aws .azure .kube .oci .password-store .pki .step .minikube .terraform.d .local/share/keyrings .gnome2/keyrings',
  '.local/share/kwalletd .kde/share/apps/kwallet .config/gcloud .config/gh .config/glab-cli .config/op .config/rclone .config/hub',
  '.config/doctl .config/sops .config/heroku .config/bitwarden .config/bitwarden+cli .config/keepassxc .config/1password',
  '.mozilla .librewolf .waterfox .thunderbird .config/google-chrome .config/chromium .config/microsoft-edge .config/vivaldi',
  '.config/bravesoftware .config/opera .config/signal .config/evolution .local/share/evolution .var/app/org.mozilla.firefox',
  '.electrum .bitcoin .ethereum .config/solana .config/filezilla .config/configstore snap/firefox snap/chromium',
  'appdata/roaming/gcloud appdata/roaming/gnupg appdata/roaming/microsoft/credentials appdata/local/microsoft/credentials',
  'appdata/roaming/microsoft/protect appdata/roaming/microsoft/crypto appdata/roaming/microsoft/vault',
  'appdata/local/microsoft/vault appdata/roaming/mozilla appdata/roaming/thunderbird appdata/local/google/chrome',
  'appdata/local/chromium appdata/local/microsoft/edge appdata/local/bravesoftware appdata/roaming/opera+software',
  'appdata/local/vivaldi appdata/roaming/bitwarden appdata/local/1password appdata/roaming/signal appdata/roaming/keepass',
  'appdata/local/keepassxc programdata/microsoft/crypto windows/system32/config library/keychains',
  'library/application+support/google/chrome library/application+support/firefox library/application+support/chromium',
  'library/application+support/microsoft+edge library/application+support/bravesoftware library/application+support/arc',
  'library/application+support/1password library/application+support/bitwarden library/application+support/signal',
  'library/application+support/vivaldi library/application+support/com.operasoftware.opera library/thunderbird',
  'library/application+support/com.apple.tcc library/group+containers/2bua8c4s2c.com.1password',
].flatMap((line) => line.split(' ').map((path) => `/${path.replaceAll('+', ' ')}/`))

// Files, wherever they are.
const files = whole([
  String.raw`\.env(rc|\.(?!example$|sample$|template$|dist$).*)?`,
  String.raw`.*\.(pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|ovpn|keychain|keychain-db|agilekeychain|opvault)`,
  '(id|ssh_host)_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?',
  String.raw`[._]netrc|\.?pgpass(\.conf)?|\.my\.cnf|\.mylogin\.cnf|\.npmrc|\.yarnrc(\.yml)?|\.pypirc|\.git-credentials|\.htpasswd`,
  String.raw`\.vault-token|\.databrickscfg|\.boto|\.s3cfg|\.dockercfg|\.smbcredentials|\.rhosts|\.fetchmailrc|\.msmtprc|\.mbsyncrc`,
  String.raw`\.authinfo(\.gpg)?|\.wgetrc|\.curlrc|\.terraformrc|terraform\.tfstate(\..*)?|kubeconfig|wallet\.dat`,
  String.raw`\.?credentials?(\.(json|toml|ya?ml|ini|xml|db|tfrc\.json))?|application_default_credentials\.json|accesstokens\.json`,
  String.raw`client_secrets?.*\.json|service[-_]?account.*\.json|\.?secrets?\.(json|ya?ml|toml|ini|env|txt)`,
  String.raw`passwords?\.(txt|csv|xlsx?|docx?|md)|.*_history|\.history|\.histfile|\.lesshst|consolehost_history\.txt|\.?viminfo`,
  String.raw`login data( for account)?|cookies(\.sqlite|\.binarycookies)?|key[34]\.db|logins\.json|signons\.sqlite`,
  String.raw`ntuser\.dat.*|ntds\.dit|\.xauthority|\.iceauthority`,
])

// Places that exist once, or names that mean something only in their folder.
const places = new RegExp(
  [
    String.raw`^(/private)?/etc/(g?shadow|sudoers|master\.passwd|krb5\.keytab|ppp/chap-secrets|security/opasswd)`,
    String.raw`^/etc/(wireguard|openvpn|ipsec\.secrets|networkmanager/system-connections|letsencrypt|ssl/private)`,
    '^/proc/(?!(cpuinfo|meminfo|loadavg|uptime|version|stat|mounts|filesystems|diskstats)$)',
    String.raw`^(/var)?/run/(secrets|user/\d+/(keyring|gnupg))|^/var/(mail|spool/mail|spool/cron|db/dslocal|lib/kubelet|lib/sss)/`,
    '^/users/[^/]+/library/(cookies|safari|mail|messages|accounts)(/|$)',
    String.raw`/\.docker/config\.json$|/\.(cargo|gem)/credentials|/\.m2/settings(-security)?\.xml$|/\.gradle/gradle\.properties$`,
    String.raw`/\.subversion/auth(/|$)|/\.purple/accounts\.xml$|/\.bundle/config$|/\.composer/auth\.json$|/\.nuget/nuget\.config$`,
  ].join('|'),
)

// One spelling for judging: forward slashes, no drive, no look-alikes, no characters that some file systems skip.
const plain = (path: string): string =>
  path
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^[a-z]:(?=\/)/, '')
    .replace(/(?<=[^/])[. ]+(?=\/|$)/g, '')

/** Whether a canonical path tends to hold secrets. `own` are the folders that Steward keeps for itself. */
export function isSensitivePath(path: string, own: readonly string[], platform: Platform): boolean {
  if (own.some((folder) => isInside(folder, path, platform))) return true
  const spelling = plain(path)
  const framed = `${spelling}/`
  const name = spelling.slice(spelling.lastIndexOf('/') + 1)
  return files.test(name) || places.test(spelling) || folders.some((folder) => framed.includes(folder))
}

const secretWords = new Set(
  [
    'KEY KEYS PASS PWD AUTH COOKIE COOKIES SESSION PRIVATE CRED CREDS JWT PAT PIN',
    'OTP TOTP DSN SALT SEED MNEMONIC BEARER SIGNING WEBHOOK HMAC',
  ].flatMap((line) => line.split(' ')),
)
// Found inside longer words too: PGPASSWORD, APIKEY, AUTHTOKEN. A tokenizer is no token.
const secretParts = /PASSW|PASSPHRASE|SECRET|TOKEN(?!IZ)|CREDENTIAL|(API|ACCESS|PRIV|PRIVATE)_?KEY|CONN(ECTION)?_?STR/
const addressesWithPasswords = whole([
  '(DATABASE|DB|REDIS|MONGO(DB)?|POSTGRES(QL)?|MYSQL|AMQP|RABBITMQ|BROKER|SMTP)_UR[IL]',
  '(HTTPS?|ALL|FTP|SOCKS)_PROXY',
])
const harmless = whole([
  '(OLD)?PWD',
  'XDG_SESSION_(TYPE|CLASS|DESKTOP|ID|PATH)',
  'DESKTOP_SESSION|GDMSESSION|DBUS_SESSION_BUS_ADDRESS',
])

/** Whether an environment variable looks, by its name, as if it held a secret. */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase()
  if (harmless.test(upper)) return false
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[_0-9]+/)
  return secretParts.test(upper) || addressesWithPasswords.test(upper) || words.some((word) => secretWords.has(word))
}

const loaders = whole([
  'PATH|PATHEXT|COMSPEC|SHELL|EDITOR|VISUAL|.*PAGER|BROWSER|IFS|ENV|BASH_ENV|BASH_FUNC_.*|PROMPT_COMMAND|PS4|ZDOTDIR|HOME|USERPROFILE',
  'LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|HOSTALIASES|GLIBC_TUNABLES|GIO_.*|GTK_.*MODULES?|QT_PLUGIN_PATH|XDG_(CONFIG|DATA)_.*',
  'NODE_.*|NPM_CONFIG_.*|DENO_.*|BUN_.*|PYTHON.*|PIP_.*|UV_.*|VIRTUAL_ENV|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|LUA_.*PATH.*|PHP_INI_.*|PHPRC',
  'JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|MAVEN_OPTS|GRADLE_OPTS|DOTNET_.*|COR(ECLR)?_.*|GOFLAGS|GOPROXY|CARGO_.*',
  'RUSTC.*|RUSTFLAGS|CC|CXX|MAKEFLAGS|GIT_.*|SSH_ASKPASS|SUDO_ASKPASS|LESSOPEN|LESSCLOSE|GCC_EXEC_PREFIX|PSMODULEPATH',
  'SSL_CERT_.*|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|.*_PROXY|OPENSSL_.*|KUBECONFIG|DOCKER_.*|AWS_.*|STEWARD_.*',
])

/** Whether setting a variable can make other programs load code, run something or trust somebody. */
export const isLoaderName = (name: string): boolean => loaders.test(name.toUpperCase())
