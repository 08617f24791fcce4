/** As `bzp.compareAlerts` answers: every procedure is in exactly one region. */
export interface OverlapRegion {
  /** Places of the filters that found it, ascending. */
  readonly foundBy: readonly number[]
  readonly count: number
}

interface Compared {
  readonly regions?:
    | readonly { readonly found_by?: readonly number[] | undefined; readonly count?: number | undefined }[]
    | undefined
}

export const readRegions = ({ regions = [] }: Compared): readonly OverlapRegion[] =>
  regions.map(({ found_by: foundBy = [], count = 0 }) => ({ foundBy, count }))

const sum = (regions: readonly OverlapRegion[]): number => regions.reduce((total, { count }) => total + count, 0)

/** How many procedures all of these find, whoever else does. */
export const foundByAll = (regions: readonly OverlapRegion[], of: readonly number[]): number =>
  sum(regions.filter(({ foundBy }) => of.every((place) => foundBy.includes(place))))

/** How many procedures exactly these find, and no other. */
export const foundByOnly = (regions: readonly OverlapRegion[], of: readonly number[]): number =>
  sum(regions.filter(({ foundBy }) => foundBy.length === of.length && of.every((place) => foundBy.includes(place))))

/** How many procedures more than one finds. */
export const foundTwice = (regions: readonly OverlapRegion[]): number =>
  sum(regions.filter(({ foundBy }) => foundBy.length > 1))

/** Every set of two or three places, and each place alone, in the order of a table. */
export function placeSets(count: number): readonly (readonly number[])[] {
  const places = Array.from({ length: count }, (_, place) => place)
  const pairs = places.flatMap((a) => places.slice(a + 1).map((b) => [a, b]))
  return [...places.map((place) => [place]), ...pairs, ...(count === 3 ? [places] : [])]
}
