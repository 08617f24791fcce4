import { blankDraft, type DraftFaults, type RuleDraft } from '@/components/shared/rules/rule-draft'
import type { Locale } from '@/lib/domain/format/locales'
import type { RuleCondition, RuleKindName } from '@/lib/features/rules/contract/conditions'
import { MAX_RISK_BUDGET } from '@/lib/features/rules/domain/risk-budget'

import { commonPercents, thresholdFault } from './spend-thresholds'

interface Author {
  readonly userId: string | undefined
  readonly language: Locale
}

export const conditions: { readonly [K in RuleKindName]: Extract<RuleCondition, { kind: K }> } = {
  events: { kind: 'events', sources: [], announcements: [], tags: [], monitor_ids: [] },
  claim_deadline: { kind: 'claim_deadline', days: 7, tags: [] },
  tender_deadline: { kind: 'tender_deadline', days: 3 },
  report: { kind: 'report', what: 'missing', sources: [], hours: 24 },
  spend: { kind: 'spend', measure: 'actual', basis: 'cap', pool: null, thresholds: commonPercents },
  risk: {
    kind: 'risk',
    points: 10,
    tell_first: false,
    read_first: false,
    budget_units: 50,
    tags: [],
    monitor_ids: [],
  },
  tender: {
    kind: 'tender',
    filter: {
      keywords: [],
      exclude_keywords: [],
      cpv: [],
      provinces: [],
      cities: [],
      authorities: [],
      order_types: [],
      value_from: null,
      value_to: null,
      min_days_to_offer: null,
    },
  },
}

const MORNING = 8
const MONDAY = 1

export const newTimes = {
  timing: 'daily',
  digest_hour: MORNING,
  weekday: MONDAY,
  working_days_only: true,
} as const satisfies Partial<RuleDraft>

export const newDraft = ({ userId, language }: Author, overrides: Partial<RuleDraft> = {}): RuleDraft => ({
  ...blankDraft(conditions.events, language),
  ...newTimes,
  members: userId === undefined ? [] : [userId],
  ...overrides,
})

type KindDefaults = Pick<RuleDraft, 'timing' | 'working_days_only' | 'is_team'>
const defaultStart: KindDefaults = {
  timing: newTimes.timing,
  working_days_only: newTimes.working_days_only,
  is_team: false,
}

/** Other defaults of a new rule per kind: spending rules are team rules and notify immediately. */
export const defaultsByKind: { readonly [K in RuleKindName]?: KindDefaults } = {
  spend: { timing: 'at_once', working_days_only: false, is_team: true },
}

/** Changes to a new rule when its kind changes: schedule and owner follow unless the user has changed them. */
export function kindChange(draft: RuleDraft, kind: RuleKindName): Partial<RuleDraft> {
  const before = defaultsByKind[draft.condition.kind] ?? defaultStart
  const isUntouched =
    draft.timing === before.timing &&
    draft.working_days_only === before.working_days_only &&
    draft.is_team === before.is_team
  return { ...(isUntouched && (defaultsByKind[kind] ?? defaultStart)), condition: conditions[kind] }
}

export interface RuleFaults extends DraftFaults {
  /** `field` names the number if a kind has several. */
  readonly number?: { readonly min: number; readonly max: number; readonly field?: string }
  readonly thresholds?: 'empty' | 'invalid'
}

const MAX_DAYS = 30
const MAX_HOURS = 168
const MAX_POINTS = 100

function numberFault(condition: RuleCondition): Pick<RuleFaults, 'number'> {
  if (condition.kind === 'risk') return riskFault(condition)
  const [value, max] =
    condition.kind === 'report'
      ? [condition.hours, MAX_HOURS]
      : 'days' in condition
        ? [condition.days, MAX_DAYS]
        : [1, 1]
  return isWithin(value, max) ? {} : { number: { min: 1, max } }
}

const isWithin = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max

function riskFault({ points, budget_units: budget }: typeof conditions.risk): Pick<RuleFaults, 'number'> {
  if (!isWithin(points, MAX_POINTS)) return { number: { min: 1, max: MAX_POINTS, field: 'points' } }
  return isWithin(budget, MAX_RISK_BUDGET) ? {} : { number: { min: 1, max: MAX_RISK_BUDGET, field: 'budget_units' } }
}

function thresholdsFault(condition: RuleCondition): Pick<RuleFaults, 'thresholds'> {
  const fault = condition.kind === 'spend' ? thresholdFault(condition) : undefined
  return fault === undefined ? {} : { thresholds: fault }
}

export const findConditionFaults = ({ condition }: RuleDraft): Omit<RuleFaults, keyof DraftFaults> => ({
  ...numberFault(condition),
  ...thresholdsFault(condition),
})

/** Whether the condition and schedule are valid enough for a preview. */
export const isCountable = ({ quiet, number, thresholds }: RuleFaults): boolean =>
  quiet === undefined && number === undefined && thresholds === undefined
