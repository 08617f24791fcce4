/**
 * Values by key under one name in the browser's storage, limited to the most recently used. `read` converts a stored
 * value, maybe of an older version of the page; undefined for an invalid one.
 */
export function storedByKey<Value>(name: string, maxEntries: number, read: (stored: unknown) => Value | undefined) {
  const all = (): Readonly<Record<string, Value>> => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
      if (typeof stored !== 'object' || stored === null) return {}
      const values = Object.entries(stored).map(([key, value]: [string, unknown]) => [key, read(value)] as const)
      return Object.fromEntries(values.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
    } catch {
      return {}
    }
  }
  return {
    recall: (key: string): Value | undefined => all()[key],
    remember: (key: string, value: Value): void => {
      const { [key]: _, ...others } = all()
      const entries = [...Object.entries(others), [key, value] as const].slice(-maxEntries)
      try {
        localStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)))
      } catch {
        // Storage may be full or forbidden; the value then lasts only as long as the page.
      }
    },
  }
}

/** The texts of a list; undefined when it is not a list. */
export const textsIn = (stored: unknown): readonly string[] | undefined =>
  Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : undefined
