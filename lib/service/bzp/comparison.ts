import { addBits, type Bits, eachBit, emptyBits, setBit } from './bits'
import type { NoticeIndex } from './notice-index'
import { createYieldToEventLoop } from './yield-to-event-loop'

type Comparison = {
  readonly counts: readonly number[]
  readonly regions: readonly { readonly foundBy: readonly number[]; readonly count: number }[]
  /** Of each procedure that all of them find, the newest notice that one of them finds. */
  readonly common: Uint32Array
}

/** How what several filters find overlaps. `found`: the notices of each, at most 32 filters. */
export async function compare(index: NoticeIndex, found: readonly Bits[]): Promise<Comparison> {
  const pause = createYieldToEventLoop()
  // A bit for each filter.
  const foundBy = new Uint32Array(index.procedures)
  const any = emptyBits((found[0]?.length ?? 0) * 32)
  for (const [filter, notices] of found.entries()) {
    addBits(any, notices)
    await eachBit(notices, pause, (notice) => {
      const procedure = index.procedureOf(notice)
      foundBy[procedure] = (foundBy[procedure] ?? 0) | (1 << filter)
    })
  }
  const counts = new Map<number, number>()
  for (const filters of foundBy) if (filters !== 0) counts.set(filters, (counts.get(filters) ?? 0) + 1)
  const all = (2 ** found.length - 1) >>> 0
  const common = emptyBits(any.length * 32)
  await eachBit(any, pause, (notice) => {
    if (foundBy[index.procedureOf(notice)] === all) setBit(common, notice)
  })
  return {
    counts: found.map((notices) => index.countProcedures(notices)),
    regions: [...counts]
      .map(([filters, count]) => ({ foundBy: namesIn(filters, found.length), count }))
      .sort(byFilters),
    common: await index.newestOf(common, pause),
  }
}

const namesIn = (filters: number, length: number): number[] =>
  Array.from({ length }, (_, filter) => filter).filter((filter) => (filters & (1 << filter)) !== 0)

type Region = Comparison['regions'][number]
/** What fewer filters find first, then in their order. */
const byFilters = (a: Region, b: Region): number =>
  a.foundBy.length - b.foundBy.length ||
  a.foundBy.reduce((order, filter, at) => order || filter - (b.foundBy[at] ?? 0), 0)
