import type { OperationAnswer } from '@/lib/client/client'

import { type AlertFilter, type AlertLimit, alertLimits, type AlertList, alertLists } from '../filter/alert-filter'
import { dropConditions, type DroppedValue } from '../filter/drop-conditions'

export type ExplanationAnswer = OperationAnswer<'bzp.explainAlert'>
export type FilterCondition =
  | ({ readonly kind: 'value' } & DroppedValue)
  | { readonly kind: 'limit'; readonly limit: AlertLimit }

export interface Effect {
  readonly condition: FilterCondition
  readonly before: number
  readonly after: number
  readonly filter: AlertFilter
}

const findList = (name: string | undefined): AlertList | undefined => alertLists.find((list) => list === name)
const findLimit = (name: string | undefined): AlertLimit | undefined => alertLimits.find((limit) => limit === name)

type ListValueRef = { readonly list?: string | undefined; readonly value?: string | undefined }

/** Conditions that this panel does not know are skipped. */
function valuesOf(refs: readonly ListValueRef[] | undefined): readonly DroppedValue[] {
  return (refs ?? []).flatMap(({ list, value }) => {
    const alertList = findList(list)
    return alertList === undefined || value === undefined ? [] : [{ list: alertList, value }]
  })
}

const limitsOf = (names: readonly string[] | undefined): readonly AlertLimit[] =>
  (names ?? []).flatMap((name) => findLimit(name) ?? [])

/** Sorted by effect: the condition whose removal changes the count most comes first. */
export function readEffects(
  { count: before, without, without_limits: limits }: ExplanationAnswer,
  filter: AlertFilter,
) {
  if (typeof before !== 'number') return []
  const ofValues = (without ?? []).flatMap((entry): Effect[] => {
    const [value] = valuesOf([entry])
    if (value === undefined || typeof entry.count !== 'number') return []
    const condition = { kind: 'value', ...value } as const
    return [{ condition, before, after: entry.count, filter: dropConditions(filter, [value]) }]
  })
  const ofLimits = (limits ?? []).flatMap(({ limit: name, count: after }): Effect[] => {
    const limit = findLimit(name)
    if (limit === undefined || typeof after !== 'number') return []
    return [{ condition: { kind: 'limit', limit }, before, after, filter: dropConditions(filter, [], [limit]) }]
  })
  return [...ofValues, ...ofLimits].sort((a, b) => sizeOf(b) - sizeOf(a))
}

const sizeOf = ({ before, after }: Effect): number => Math.abs(after - before)

/** The smallest set of conditions to remove so that a filter matches something. */
export interface BlockingConditions {
  readonly conditions: readonly FilterCondition[]
  readonly after: number | undefined
  readonly filter: AlertFilter
}

export function readBlockingConditions(
  { to_drop: drop }: ExplanationAnswer,
  filter: AlertFilter,
): BlockingConditions | undefined {
  if (drop === null || drop === undefined) return undefined
  const values = valuesOf(drop.values)
  const limits = limitsOf(drop.limits)
  if (values.length + limits.length === 0) return undefined
  return {
    conditions: [
      ...values.map((value) => ({ kind: 'value', ...value }) as const),
      ...limits.map((limit) => ({ kind: 'limit', limit }) as const),
    ],
    after: drop.count,
    filter: dropConditions(filter, values, limits),
  }
}
