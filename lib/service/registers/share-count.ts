const COUNTED = /^(\d[\d\s]*) (?:udział|akcj)/u

/** How many shares a holding is, as an extract words it; null where nothing is counted in shares. */
export function sharesOf(detail: string): number | null {
  const digits = COUNTED.exec(detail)?.[1]?.replaceAll(/\s/gu, '')
  return digits === undefined ? null : Number(digits)
}
