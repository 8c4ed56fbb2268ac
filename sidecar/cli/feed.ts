// Listeners that come and go.

export interface Feed<T> {
  on(listener: (value: T) => void): () => void
  emit(value: T): void
  size(): number
}

/** A list of listeners; one that leaves while others are told is no trouble. */
export function createFeed<T>(): Feed<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(value) {
      for (const listener of [...listeners]) listener(value)
    },
    size: () => listeners.size,
  }
}
