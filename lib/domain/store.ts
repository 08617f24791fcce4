/** A value that lives outside React, in the shape that `useSyncExternalStore` takes. */
export interface Store<T> {
  readonly read: () => T
  /** Keeps the value and tells everybody who subscribed. */
  readonly write: (next: T) => void
  /** Returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    write: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
