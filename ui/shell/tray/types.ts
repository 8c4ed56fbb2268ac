// What every kind of tray is given and gives.
import type { Action, TrayStatus } from './menu.ts'

export interface TrayOptions {
  /** The icon as RGBA, `size` by `size` pixels. */
  icon(size: number): Buffer
  /** How things stand now. */
  status(): TrayStatus
  /** Only what the menu offers at that moment. */
  onAction(action: Action): void
  /** Before the menu is shown, where the platform tells. */
  onLook?: () => void
}

export interface Tray {
  /** Whether the user has an icon before them now. */
  isShown(): Promise<boolean>
  /** The status is another one. */
  update(): void
  close(): void
}
