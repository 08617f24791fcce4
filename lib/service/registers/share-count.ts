const SHARE_COUNT = /^(\d[\d\s]*) (?:udział|akcj)/u

/** Number of shares in the wording of an extract; null if the holding is not counted in shares. */
export function sharesOf(detail: string): number | null {
  const digits = SHARE_COUNT.exec(detail)?.[1]?.replaceAll(/\s/gu, '')
  return digits === undefined ? null : Number(digits)
}
