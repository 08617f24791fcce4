import type { NoticeTerms } from '@/lib/domain/bzp/notice-filter'

import { type Bits, clearBit, dropBits, eachBit, emptyBits, keepBits, setBit } from './bits'
import { fewestToDrop } from './fewest-to-drop'
import type { Dropped, Judged, JudgedFilter, ValuePlace } from './judged-filter'
import { SEVERAL } from './notice-columns'
import { type Condition, conditionsOf, type ListCondition, type NoticeLimit } from './notice-conditions'
import type { Covered, NoticeIndex } from './notice-index'
import { createYieldToEventLoop, type YieldToEventLoop } from './yield-to-event-loop'

export type Explanation = {
  readonly count: number
  readonly without: readonly (ValuePlace & { readonly count: number })[]
  readonly withoutLimits: readonly { readonly limit: NoticeLimit; readonly count: number }[]
  readonly toDrop: Dropped | null
}

/**
 * What each value and limit does to the count. Every condition is looked at once; what the count would be without one is
 * then a matter of bits.
 */
export async function explain(index: NoticeIndex, terms: NoticeTerms, window: Bits): Promise<Explanation> {
  const pause = createYieldToEventLoop()
  const judged: Judged[] = []
  for (const condition of conditionsOf(terms)) judged.push(await judge(index, condition, { window, pause }))
  const filter = { index, window, judged, pause }
  const count = index.countProcedures(allPassing(window, judged))
  return {
    count,
    without: await withoutValues(filter),
    withoutLimits: withoutLimits(filter),
    toDrop: count > 0 ? null : await fewestToDrop(filter),
  }
}

type Scope = { readonly window: Bits; readonly pause: YieldToEventLoop }

async function judge(index: NoticeIndex, condition: Condition, { window, pause }: Scope): Promise<Judged> {
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

/** Those of the window that satisfy all of these. */
export function allPassing(window: Bits, judged: readonly Judged[]): Bits {
  const found = window.slice()
  for (const { passing } of judged) keepBits(found, passing)
  return found
}

function withoutLimits({ index, window, judged }: JudgedFilter): Explanation['withoutLimits'] {
  return judged.flatMap(({ condition }, at) => {
    if (condition.kind === 'list') return []
    return [{ limit: condition.limit, count: index.countProcedures(allPassing(window, judged.toSpliced(at, 1))) }]
  })
}

async function withoutValues(filter: JudgedFilter): Promise<Explanation['without']> {
  const without: (ValuePlace & { count: number })[] = []
  for (const [at, { condition, covered }] of filter.judged.entries()) {
    if (condition.kind === 'limit' || covered === null) continue
    const rest = allPassing(filter.window, filter.judged.toSpliced(at, 1))
    for (const [place, count] of (await withoutEach(filter, { condition, covered, rest })).entries()) {
      without.push({ list: condition.list, index: place, count })
    }
  }
  return without
}

type OneList = {
  readonly condition: ListCondition
  readonly covered: Covered
  /** What satisfies everything but the list. */
  readonly rest: Bits
}

/**
 * Without one value a list of exclusions lets through what that value alone has excluded, and any other loses what that value
 * alone has found; the last value of a list leaves no list.
 */
async function withoutEach({ index, pause }: JudgedFilter, { condition, covered, rest }: OneList): Promise<number[]> {
  const { list, values } = condition
  const isExclusion = list === 'exclude_keywords'
  if (!isExclusion && values.length === 1) return [index.countProcedures(rest)]
  const { satisfying, byOne } = await split({ covered, rest, values }, pause)
  const found = isExclusion ? rest.slice() : satisfying
  if (isExclusion) dropBits(found, satisfying)
  const change = isExclusion ? setBit : clearBit
  const counts: number[] = []
  for (const alone of byOne) {
    const changed = found.slice()
    for (const notice of alone) change(changed, notice)
    counts.push(index.countProcedures(changed))
    const paused = pause()
    if (paused) await paused
  }
  return counts
}

type Splitting = Pick<OneList, 'covered' | 'rest'> & Pick<ListCondition, 'values'>

/** Of the rest, what satisfies a value of the list, and by value what satisfies that one alone. */
async function split({ covered, rest, values }: Splitting, pause: YieldToEventLoop) {
  const satisfying = emptyBits(rest.length * 32)
  const byOne: number[][] = values.map(() => [])
  await eachBit(rest, pause, (notice) => {
    const only = covered.only[notice] ?? 0
    if (only === 0) return
    setBit(satisfying, notice)
    if (only !== SEVERAL) byOne[only - 1]?.push(notice)
  })
  return { satisfying, byOne }
}
