/**
 * The cost that a paid answer reports, and the units left in the pool; null when the service reports none (decision T3,
 * units of an answer).
 */
export function readUnitsIn({ headers }: Pick<Response, 'headers'>): {
  readonly units: number | null
  readonly left: number | null
} {
  const read = (name: string): number | null => {
    const value = headers.get(name) ?? ''
    return /^\d{1,9}$/.test(value) ? Number(value) : null
  }
  return { units: read('x-units-charged'), left: read('x-units-left') }
}
