/** Rows may have more values after the first two texts. */
type Pair = readonly [string, string, ...unknown[]]

const isPair = (value: unknown): value is Pair =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'

type Columns = { readonly codes: readonly unknown[]; readonly names: readonly unknown[] }

const isColumns = (json: unknown): json is Columns =>
  typeof json === 'object' &&
  json !== null &&
  'codes' in json &&
  Array.isArray(json.codes) &&
  'names' in json &&
  Array.isArray(json.names)

/**
 * Loads completion data from static files, on the first focus of a field that needs it and once per page. A failed file
 * is requested again the next time. Rows that are not pairs of texts are skipped.
 */
export function createDictionary<T>(make: (pairs: readonly Pair[]) => T | Promise<T>): (name: string) => Promise<T> {
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
  return toPairs(await response.json())
}

/** Accepts rows of texts, or `{ codes, names }` (scripts/build-data.mjs). */
export function toPairs(json: unknown): readonly Pair[] {
  const list: unknown = isColumns(json) ? json.codes.map((code, row) => [code, json.names[row]]) : json
  return Array.isArray(list) ? list.filter(isPair) : []
}
