/** A region of the answer of `bzp.compareAlerts`; every procedure is in exactly one. */
export interface OverlapRegion {
  /** Indexes of the filters that match, ascending. */
  readonly foundBy: readonly number[]
  readonly count: number
}

interface CompareAlertsAnswer {
  readonly regions?:
    | readonly { readonly found_by?: readonly number[] | undefined; readonly count?: number | undefined }[]
    | undefined
}

export const readRegions = ({ regions = [] }: CompareAlertsAnswer): readonly OverlapRegion[] =>
  regions.map(({ found_by: foundBy = [], count = 0 }) => ({ foundBy, count }))

const sum = (regions: readonly OverlapRegion[]): number => regions.reduce((total, { count }) => total + count, 0)

/** Counts procedures that all of these filters match, regardless of the others. */
export const foundByAll = (regions: readonly OverlapRegion[], indexes: readonly number[]): number =>
  sum(regions.filter(({ foundBy }) => indexes.every((index) => foundBy.includes(index))))

/** Counts procedures that exactly these filters match, and no other. */
export const foundByOnly = (regions: readonly OverlapRegion[], indexes: readonly number[]): number =>
  sum(
    regions.filter(
      ({ foundBy }) => foundBy.length === indexes.length && indexes.every((index) => foundBy.includes(index)),
    ),
  )

export const foundTwice = (regions: readonly OverlapRegion[]): number =>
  sum(regions.filter(({ foundBy }) => foundBy.length > 1))

/** Lists each single index, then every set of two or three, in table order. */
export function indexSets(count: number): readonly (readonly number[])[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  const pairs = indexes.flatMap((a) => indexes.slice(a + 1).map((b) => [a, b]))
  return [...indexes.map((index) => [index]), ...pairs, ...(count === 3 ? [indexes] : [])]
}
