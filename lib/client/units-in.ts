/** What a paid answer says that it cost, and what is left of the pool after it; null where the service does not say (decision T3). */
export function readUnitsIn({ headers }: Pick<Response, 'headers'>): {
  readonly units: number | null
  readonly left: number | null
} {
  const read = (name: string): number | null => {
    const said = headers.get(name) ?? ''
    return /^\d{1,9}$/.test(said) ? Number(said) : null
  }
  return { units: read('x-units-charged'), left: read('x-units-left') }
}
