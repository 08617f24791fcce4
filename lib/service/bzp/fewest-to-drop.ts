import { type Bits, eachBit, emptyBits, hasBit, setBit } from './bits'
import type { Dropped, Judged, JudgedFilter } from './judged-filter'

/**
 * The fewest values and limits of a filter that finds nothing to take away so that it finds something; of several such sets the
 * one that finds most. A notice asks for this much: every value of a list of which it satisfies none, every exclusion that
 * it mentions, every limit that it breaks. So the cheapest notices say it all. Null where there is no notice at all.
 */
export async function fewestToDrop(filter: JudgedFilter): Promise<Dropped | null> {
  const { costs, least } = await priceNotices(filter)
  if (least === Infinity) return null
  const groups = await groupCheapest(filter, (notice) => costs[notice] === least)
  let best: Dropped | null = null
  for (const { failed, excluded, notices } of groups) {
    const count = filter.index.countProcedures(notices)
    if (best === null || count > best.count) best = toDropped({ failed, excluded, count })
  }
  return best
}

const isExclusion = ({ condition }: Judged): boolean =>
  condition.kind === 'list' && condition.list === 'exclude_keywords'

/** What a notice that fails the condition asks to be dropped for it. */
function priceOf({ condition, covered }: Judged, notice: number): number {
  if (condition.kind === 'limit') return 1
  return condition.list === 'exclude_keywords' ? (covered?.counts[notice] ?? 0) : condition.values.length
}

async function priceNotices({ window, judged, pause }: JudgedFilter) {
  const costs = new Uint16Array(window.length * 32)
  let least = Infinity
  await eachBit(window, pause, (notice) => {
    let cost = 0
    for (const each of judged) if (!hasBit(each.passing, notice)) cost += priceOf(each, notice)
    costs[notice] = cost
    least = Math.min(least, cost)
  })
  return { costs, least }
}

/** Notices that ask for the same. */
type Group = { readonly failed: readonly Judged[]; readonly excluded: readonly number[]; readonly notices: Bits }

async function groupCheapest(filter: JudgedFilter, isCheapest: (notice: number) => boolean): Promise<Group[]> {
  const { window, judged, pause } = filter
  const mentioned = await mentionedExclusions(filter, isCheapest)
  const groups = new Map<string, Group>()
  await eachBit(window, pause, (notice) => {
    if (!isCheapest(notice)) return
    const failed = judged.filter(({ passing }) => !hasBit(passing, notice))
    const excluded = mentioned.get(notice) ?? []
    const key = `${failed.map((each) => judged.indexOf(each)).join()}|${excluded.join()}`
    const group = groups.get(key) ?? { failed, excluded, notices: emptyBits(window.length * 32) }
    groups.set(key, group)
    setBit(group.notices, notice)
  })
  return [...groups.values()]
}

/** By notice, which exclusions it mentions. */
async function mentionedExclusions(
  { index, window, judged, pause }: JudgedFilter,
  isCheapest: (notice: number) => boolean,
): Promise<Map<number, number[]>> {
  const mentioned = new Map<number, number[]>()
  const exclusions = judged.find(isExclusion)
  if (exclusions?.condition.kind !== 'list') return mentioned
  const asking = emptyBits(window.length * 32)
  await eachBit(window, pause, (notice) => {
    if (isCheapest(notice) && !hasBit(exclusions.passing, notice)) setBit(asking, notice)
  })
  for (const [place, term] of exclusions.condition.values.entries()) {
    await eachBit(await index.texts.mentioning([term], asking, pause), pause, (notice) => {
      mentioned.set(notice, [...(mentioned.get(notice) ?? []), place])
    })
  }
  return mentioned
}

type Found = Omit<Group, 'notices'> & { readonly count: number }

function toDropped({ failed, excluded, count }: Found): Dropped {
  const values = failed.flatMap(({ condition }) => {
    if (condition.kind === 'limit') return []
    const { list } = condition
    const places = list === 'exclude_keywords' ? excluded : condition.values.keys()
    return [...places].map((index) => ({ list, index }))
  })
  const limits = failed.flatMap(({ condition }) => (condition.kind === 'limit' ? [condition.limit] : []))
  return { values, limits, count }
}
