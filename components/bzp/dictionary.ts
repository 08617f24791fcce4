type Pair = readonly [string, string]

const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'

/**
 * Completion data: static files, fetched when a field that needs them gets the focus and once per page. A file that could
 * not be had is asked for again the next time. What is no pair of texts is left out.
 */
export function createDictionary<T>(make: (pairs: readonly Pair[]) => T): (name: string) => Promise<T> {
  const pending = new Map<string, Promise<T>>()
  return async (name) => {
    const loading = pending.get(name) ?? fetchPairs(`/data/${name}.json`).then(make)
    pending.set(name, loading)
    try {
      return await loading
    } catch (error) {
      pending.delete(name)
      throw error
    }
  }
}

async function fetchPairs(path: string): Promise<readonly Pair[]> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`)
  const list: unknown = await response.json()
  return Array.isArray(list) ? list.filter(isPair) : []
}
