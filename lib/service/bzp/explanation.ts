import type { NoticeList, NoticeTerms } from '@/lib/domain/bzp/notice-filter'
import { partTerm } from '@/lib/domain/bzp/text-term'

import { type Bits, clearBit, subtractBits, eachBit, emptyBits, hasBit, intersectBits, setBit } from './bits'
import { SEVERAL } from './notice-columns'
import { type Condition, conditionsOf, type ListCondition, type NoticeLimit } from './notice-conditions'
import type { ListCoverage, NoticeIndex } from './notice-index'
import { createYieldToEventLoop, type YieldToEventLoop } from './yield-to-event-loop'

export type Explanation = {
  readonly count: number
  readonly without: readonly (ValueLocation & { readonly count: number })[]
  readonly withoutLimits: readonly { readonly limit: NoticeLimit; readonly count: number }[]
  readonly toDrop: SmallestRemoval | null
}

/**
 * The effect of each value and limit on the count. Each condition is evaluated once; the counts without it are then bit
 * operations.
 */
export async function explain(index: NoticeIndex, terms: NoticeTerms, window: Bits): Promise<Explanation> {
  const pause = createYieldToEventLoop()
  const evaluated: EvaluatedCondition[] = []
  for (const condition of conditionsOf(terms)) evaluated.push(await evaluate(index, condition, { window, pause }))
  const filter = { index, window, evaluated, pause }
  const count = index.countProcedures(allPassing(window, evaluated))
  return {
    count,
    without: await withoutValues(filter),
    withoutLimits: withoutLimits(filter),
    toDrop: count > 0 ? null : await fewestToDrop(filter),
  }
}

type Scope = { readonly window: Bits; readonly pause: YieldToEventLoop }

async function evaluate(
  index: NoticeIndex,
  condition: Condition,
  { window, pause }: Scope,
): Promise<EvaluatedCondition> {
  if (condition.kind === 'limit') {
    return { condition, passing: await index.passing(condition, window, pause), covered: null }
  }
  const covered = await index.coverOf(condition, window, pause)
  const isExclusion = condition.list === 'exclude_keywords'
  const passing = emptyBits(window.length * 32)
  await eachBit(window, pause, (notice) => {
    if ((covered.only[notice] === 0) === isExclusion) setBit(passing, notice)
  })
  return { condition, passing, covered }
}

export function allPassing(window: Bits, evaluated: readonly EvaluatedCondition[]): Bits {
  const found = window.slice()
  for (const { passing } of evaluated) intersectBits(found, passing)
  return found
}

function withoutLimits({ index, window, evaluated }: EvaluatedFilter): Explanation['withoutLimits'] {
  return evaluated.flatMap(({ condition }, at) => {
    if (condition.kind === 'list') return []
    return [{ limit: condition.limit, count: index.countProcedures(allPassing(window, evaluated.toSpliced(at, 1))) }]
  })
}

async function withoutValues(filter: EvaluatedFilter): Promise<Explanation['without']> {
  const without: (ValueLocation & { count: number })[] = []
  for (const [at, { condition, covered }] of filter.evaluated.entries()) {
    if (condition.kind === 'limit' || covered === null) continue
    const rest = allPassing(filter.window, filter.evaluated.toSpliced(at, 1))
    for (const [valueIndex, count] of (await withoutEach(filter, { condition, covered, rest })).entries()) {
      without.push({ list: condition.list, index: valueIndex, count })
    }
  }
  return without
}

type ListInput = {
  readonly condition: ListCondition
  readonly covered: ListCoverage
  /** Notices that satisfy every condition except this list. */
  readonly rest: Bits
}

/**
 * Without one of its values, an exclusion list admits what only that value excluded, and any other list loses what only
 * that value found; without its last value the list disappears.
 */
async function withoutEach(
  { index, pause }: EvaluatedFilter,
  { condition, covered, rest }: ListInput,
): Promise<number[]> {
  const { list, values } = condition
  const isExclusion = list === 'exclude_keywords'
  if (!isExclusion && values.length === 1) return [index.countProcedures(rest)]
  const { satisfying, byOne } = await splitByValue({ covered, rest, values }, pause)
  const found = isExclusion ? rest.slice() : satisfying
  if (isExclusion) subtractBits(found, satisfying)
  const change = isExclusion ? setBit : clearBit
  const counts: number[] = []
  for (const onlyByValue of byOne) {
    const changed = found.slice()
    for (const notice of onlyByValue) change(changed, notice)
    counts.push(index.countProcedures(changed))
    const paused = pause()
    if (paused) await paused
  }
  return counts
}

type SplitInput = Pick<ListInput, 'covered' | 'rest'> & Pick<ListCondition, 'values'>

/** Splits the rest: notices that satisfy any value of the list, and for each value those that satisfy only that one. */
async function splitByValue({ covered, rest, values }: SplitInput, pause: YieldToEventLoop) {
  const satisfying = emptyBits(rest.length * 32)
  const byOne: number[][] = values.map(() => [])
  await eachBit(rest, pause, (notice) => {
    const cover = covered.only[notice] ?? 0
    if (cover === 0) return
    setBit(satisfying, notice)
    if (cover !== SEVERAL) byOne[cover - 1]?.push(notice)
  })
  return { satisfying, byOne }
}

/**
 * For a filter that finds nothing: the smallest set of values and limits to remove so that it finds something; among
 * several such sets the one that finds most. For one notice that set has every value of each unsatisfied list, every
 * exclusion that the notice mentions and every limit that it breaks, so only the cheapest notices matter. Null if there
 * are no notices.
 */
async function fewestToDrop(filter: EvaluatedFilter): Promise<SmallestRemoval | null> {
  const { costs, least } = await priceNotices(filter)
  if (least === Infinity) return null
  const groups = await groupCheapest(filter, (notice) => costs[notice] === least)
  let best: SmallestRemoval | null = null
  for (const { failed, excluded, notices } of groups) {
    const count = filter.index.countProcedures(notices)
    if (best === null || count > best.count) best = toRemoval({ failed, excluded, count })
  }
  return best
}

const isExclusion = ({ condition }: EvaluatedCondition): boolean =>
  condition.kind === 'list' && condition.list === 'exclude_keywords'

/** Number of values to remove so that a failing notice passes the condition. */
function priceOf({ condition, covered }: EvaluatedCondition, notice: number): number {
  if (condition.kind === 'limit') return 1
  return condition.list === 'exclude_keywords' ? (covered?.counts[notice] ?? 0) : condition.values.length
}

async function priceNotices({ window, evaluated, pause }: EvaluatedFilter) {
  const costs = new Uint16Array(window.length * 32)
  let least = Infinity
  await eachBit(window, pause, (notice) => {
    let cost = 0
    for (const each of evaluated) if (!hasBit(each.passing, notice)) cost += priceOf(each, notice)
    costs[notice] = cost
    least = Math.min(least, cost)
  })
  return { costs, least }
}

/** Notices that require the same removals. */
type Group = {
  readonly failed: readonly EvaluatedCondition[]
  readonly excluded: readonly number[]
  readonly notices: Bits
}

async function groupCheapest(filter: EvaluatedFilter, isCheapest: (notice: number) => boolean): Promise<Group[]> {
  const { window, evaluated, pause } = filter
  const mentioned = await mentionedExclusions(filter, isCheapest)
  const groups = new Map<string, Group>()
  await eachBit(window, pause, (notice) => {
    if (!isCheapest(notice)) return
    const failed = evaluated.filter(({ passing }) => !hasBit(passing, notice))
    const excluded = mentioned.get(notice) ?? []
    const key = `${failed.map((each) => evaluated.indexOf(each)).join()}|${excluded.join()}`
    const group = groups.get(key) ?? { failed, excluded, notices: emptyBits(window.length * 32) }
    groups.set(key, group)
    setBit(group.notices, notice)
  })
  return [...groups.values()]
}

/** By notice: the exclusions that it mentions. */
async function mentionedExclusions(
  { index, window, evaluated, pause }: EvaluatedFilter,
  isCheapest: (notice: number) => boolean,
): Promise<Map<number, number[]>> {
  const mentioned = new Map<number, number[]>()
  const exclusions = evaluated.find(isExclusion)
  if (exclusions?.condition.kind !== 'list') return mentioned
  const candidates = emptyBits(window.length * 32)
  await eachBit(window, pause, (notice) => {
    if (isCheapest(notice) && !hasBit(exclusions.passing, notice)) setBit(candidates, notice)
  })
  for (const [valueIndex, term] of exclusions.condition.values.entries()) {
    await eachBit(await index.texts.mentioning([partTerm(term)], candidates, pause), pause, (notice) => {
      mentioned.set(notice, [...(mentioned.get(notice) ?? []), valueIndex])
    })
  }
  return mentioned
}

function toRemoval({ failed, excluded, count }: Omit<Group, 'notices'> & { readonly count: number }): SmallestRemoval {
  const values = failed.flatMap(({ condition }) => {
    if (condition.kind === 'limit') return []
    const { list } = condition
    const valueIndexes = list === 'exclude_keywords' ? excluded : condition.values.keys()
    return [...valueIndexes].map((index) => ({ list, index }))
  })
  const limits = failed.flatMap(({ condition }) => (condition.kind === 'limit' ? [condition.limit] : []))
  return { values, limits, count }
}

type ValueLocation = { readonly list: NoticeList; readonly index: number }
type SmallestRemoval = {
  readonly values: readonly ValueLocation[]
  readonly limits: readonly NoticeLimit[]
  readonly count: number
}
/** A condition evaluated over the notices of the window. */
type EvaluatedCondition = {
  readonly condition: Condition
  readonly passing: Bits
  /** For a list: which of its values each notice satisfies; null for a limit. */
  readonly covered: ListCoverage | null
}

/** An evaluated filter, from which all counts are made. */
type EvaluatedFilter = {
  readonly index: NoticeIndex
  readonly window: Bits
  readonly evaluated: readonly EvaluatedCondition[]
  readonly pause: YieldToEventLoop
}
