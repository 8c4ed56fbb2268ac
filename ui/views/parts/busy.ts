// One at a time: Enter pressed again, or a button beside the form that does the same, begins nothing twice.
import { useRef } from 'preact/hooks'

/** The same work, which does nothing while it is under way. */
export function useBusy<A extends unknown[], T>(
  work: (...given: A) => Promise<T> | T,
): (...given: A) => Promise<T | undefined> {
  const isBusy = useRef(false)
  return async (...given: A) => {
    if (isBusy.current) return undefined
    isBusy.current = true
    try {
      return await work(...given)
    } finally {
      isBusy.current = false
    }
  }
}
