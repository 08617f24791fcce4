/**
 * What this browser keeps by key under one name in its storage, the values that were used last alone. `read` makes a value of what was
 * kept, maybe by an older page; undefined for what is none.
 */
export function keptByKey<Value>(name: string, most: number, read: (kept: unknown) => Value | undefined) {
  const all = (): Readonly<Record<string, Value>> => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
      if (typeof kept !== 'object' || kept === null) return {}
      const values = Object.entries(kept).map(([key, value]: [string, unknown]) => [key, read(value)] as const)
      return Object.fromEntries(values.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])))
    } catch {
      return {}
    }
  }
  return {
    recall: (key: string): Value | undefined => all()[key],
    remember: (key: string, value: Value): void => {
      const { [key]: _, ...others } = all()
      const entries = [...Object.entries(others), [key, value] as const].slice(-most)
      try {
        localStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)))
      } catch {
        // Full or forbidden: then it lasts as long as the page.
      }
    },
  }
}

/** The texts of a list; undefined for what is none. */
export const textsIn = (kept: unknown): readonly string[] | undefined =>
  Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : undefined
