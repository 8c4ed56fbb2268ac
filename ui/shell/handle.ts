// What every kind of window has in common.

export type WindowKind = 'webview' | 'chromium' | 'browser'

export interface WindowHandle {
  kind: WindowKind
  /** To the front, as far as the desktop lets it. */
  raise(): void
  close(): void
  /**
   * When it is gone, whoever closed it. A page in the default browser is known to be gone only once `close` was
   * called. With words for it where it broke down by itself.
   */
  closed: Promise<string | undefined>
}

/** The address with a token in it; a function makes a new one for each try, since each token is good for one page. */
export type Address = string | (() => string)

export const addressOf = (url: Address): string => (typeof url === 'string' ? url : url())

/** A window that never came; the next kind is tried. */
export class NoWindow extends Error {}

/** Longer than a cold start of a browser on a slow disk takes. */
export const patience = 25_000
