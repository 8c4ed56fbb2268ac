// The notification area of Windows, by a script that PowerShell runs. It has no text of ours in it but itself: whatever it
// shows comes as JSON through its stdin, and it runs nothing.
import { win32 } from 'node:path'
import type { Program } from './lines.ts'

// Windows takes 63 characters beside an icon, and reads & as the mark of a key.
const script = `
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Windows.Forms
Add-Type -AssemblyName System.Drawing
[System.Windows.Forms.Application]::EnableVisualStyles()
$writer = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput())
$writer.AutoFlush = $true
$reader = New-Object System.IO.StreamReader([Console]::OpenStandardInput())
$icon = New-Object System.Windows.Forms.NotifyIcon
$menu = New-Object System.Windows.Forms.ContextMenuStrip
$icon.ContextMenuStrip = $menu

function Show-State($state) {
  $bytes = [Convert]::FromBase64String($state.icon)
  $bitmap = New-Object System.Drawing.Bitmap((New-Object System.IO.MemoryStream(,$bytes)))
  if ($icon.Icon -eq $null) { $icon.Icon = [System.Drawing.Icon]::FromHandle($bitmap.GetHicon()) }
  $tip = [string]$state.tip
  $icon.Text = $tip.Substring(0, [Math]::Min(63, $tip.Length))
  $menu.Items.Clear()
  foreach ($entry in $state.entries) {
    if ($entry.action -eq '') {
      [void]$menu.Items.Add((New-Object System.Windows.Forms.ToolStripSeparator))
      continue
    }
    $line = $menu.Items.Add(([string]$entry.label).Replace('&', '&&'))
    $line.Name = [string]$entry.action
    $line.Enabled = [bool]$entry.enabled
    $line.add_Click({ param($from, $how) $writer.WriteLine($from.Name) })
  }
  $icon.Visible = $true
  $writer.WriteLine('ready')
}

$icon.add_MouseClick({ param($from, $how) if ($how.Button -eq 'Left') { $writer.WriteLine('open') } })
$global:next = $reader.ReadLineAsync()
$timer = New-Object System.Windows.Forms.Timer
$timer.Interval = 200
$timer.add_Tick({
  try {
    while ($global:next.IsCompleted) {
      $line = $global:next.Result
      if ($line -eq $null) { [System.Windows.Forms.Application]::Exit(); return }
      Show-State (ConvertFrom-Json $line)
      $global:next = $reader.ReadLineAsync()
    }
  } catch { [System.Windows.Forms.Application]::Exit() }
})
$timer.Start()
try { [System.Windows.Forms.Application]::Run() } finally { $icon.Visible = $false; $icon.Dispose() }
`

/** The command that holds the icon. PowerShell is told to leave stdin alone, which it would read to its end otherwise. */
export function windowsTray(env: NodeJS.ProcessEnv): Program {
  // By its full path: Windows would look in the present folder first.
  const folder = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'WindowsPowerShell', 'v1.0')
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  const args = ['-NoProfile', '-NonInteractive', '-STA', '-InputFormat', 'None', '-EncodedCommand', encoded]
  return { program: win32.join(folder, 'powershell.exe'), args }
}
