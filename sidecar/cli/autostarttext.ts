// What has a system start Steward at login, as text. Each format quotes in its own way, and a folder may have any name.
import { StewardError } from '../text/errors.ts'

/** What is to be run: the pinned runtime and the launcher, by their whole paths. */
export interface Job {
  node: string
  launcher: string
  /** Variables that say where Steward's folders are; a login knows nothing of those of a terminal. */
  env: Readonly<Record<string, string>>
}

/** By this line `off` knows what `on` made. */
export const mark = 'Made by "steward autostart on"; "steward autostart off" removes it.'

const summary = 'Steward, an assistant that asks before it acts'
const words = ['serve', '--background']

// Runs its arguments as they are, for what can't run them itself.
const through = ['/bin/sh', '-c', 'exec "$0" "$@"']

/** Line ends and other controls can't be written in all of the formats, and are in no sane path. */
export function checkJob({ node, launcher, env }: Job): void {
  for (const text of [node, launcher, ...Object.values(env)])
    if (/\p{Cc}/u.test(text))
      throw new StewardError(
        'BAD_TARGET',
        `${JSON.stringify(text)} has control characters, so it can not be started at login.`,
        'Move Steward to a folder with an ordinary name.',
      )
}

// systemd.syntax(7): C-style escapes within quotes, and a percent sign begins a specifier.
const systemdQuoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`

/** A systemd user unit. The colon has dollar signs left alone (systemd.service(5)). */
export function systemdUnit({ node, launcher, env }: Job): string {
  // systemd takes no program with these in its path, however they are quoted.
  const command = [...(/["'\\]/.test(node) ? through : []), node, launcher, ...words]
  const variables = Object.entries(env).map(([name, value]) => `Environment=${systemdQuoted(`${name}=${value}`)}`)
  return [
    `# ${mark}`,
    '[Unit]',
    `Description=${summary}`,
    '',
    '[Service]',
    ...variables,
    `ExecStart=:${command.map(systemdQuoted).join(' ')}`,
    'Restart=on-failure',
    'RestartSec=5',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
}

// Desktop Entry Specification: quoted for Exec first, then escaped again as any string of the file is.
function desktopQuoted(text: string): string {
  const inExec = `"${text.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`
  return inExec.replaceAll('\\', '\\\\')
}

/** An entry for the autostart folder of a desktop. */
export function desktopEntry({ node, launcher, env }: Job): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  // `env` would take a program with an equals sign in its path for one more variable.
  const before = variables.length > 0 ? ['/usr/bin/env', ...variables, ...through] : []
  const command = [...before, node, launcher, ...words]
  return [
    `# ${mark}`,
    '[Desktop Entry]',
    'Type=Application',
    'Name=Steward',
    `Comment=${summary}`,
    `Exec=${command.map(desktopQuoted).join(' ')}`,
    'Terminal=false',
    'NoDisplay=true',
    '',
  ].join('\n')
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) => text.replace(/[&<>"]/g, (sign) => named[sign] ?? '')

export const agentLabel = 'io.steward.sidecar'

/** A LaunchAgent of macOS. */
export function launchAgent({ node, launcher, env }: Job): string {
  const strings = [node, launcher, ...words].map((word) => `    <string>${xml(word)}</string>`)
  const variables = Object.entries(env).flatMap(([name, value]) => [
    `    <key>${xml(name)}</key>`,
    `    <string>${xml(value)}</string>`,
  ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${mark.replaceAll('--', '—')} -->`,
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${agentLabel}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...strings,
    '  </array>',
    ...(variables.length > 0 ? ['  <key>EnvironmentVariables</key>', '  <dict>', ...variables, '  </dict>'] : []),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ProcessType</key>',
    '  <string>Background</string>',
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

/** One argument as Windows programs take their command line apart: backslashes count only before a quote. */
export const windowsQuoted = (text: string): string =>
  `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`

/** A scheduled task of Windows, for one user's login. The console that Node brings along stays hidden. */
export function scheduledTask({ node, launcher }: Job, user: string): string {
  const line = ['--headless', windowsQuoted(node), windowsQuoted(launcher), ...words].join(' ')
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    `    <Description>${xml(`${summary}. ${mark}`)}</Description>`,
    '  </RegistrationInfo>',
    '  <Triggers>',
    '    <LogonTrigger>',
    '      <Enabled>true</Enabled>',
    `      <UserId>${xml(user)}</UserId>`,
    '    </LogonTrigger>',
    '  </Triggers>',
    '  <Principals>',
    '    <Principal id="Author">',
    `      <UserId>${xml(user)}</UserId>`,
    '      <LogonType>InteractiveToken</LogonType>',
    '      <RunLevel>LeastPrivilege</RunLevel>',
    '    </Principal>',
    '  </Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '  </Settings>',
    '  <Actions Context="Author">',
    '    <Exec>',
    '      <Command>conhost.exe</Command>',
    `      <Arguments>${xml(line)}</Arguments>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
    '',
  ].join('\r\n')
}
