import * as z from 'zod'

import { type PanelOperation, forEveryone, forOwners } from '@/lib/contract/panel-operation'
import { changesSomething, count, instant, noAnswer } from '@/lib/contract/values'
import { role } from '@/lib/features/members/contract'
import { KEPT_FOR_EVER } from '@/lib/features/retention/domain/retention'

/** Minutes without use after which a session ends; the operator may have chosen fewer. */
export const MIN_IDLE_MINUTES = 10
export const MAX_IDLE_MINUTES = 480
export const MAX_KEPT_MONTHS = 120
export const MAX_DRAFT_DAYS = 365

const months = z.number().int().min(KEPT_FOR_EVER).max(MAX_KEPT_MONTHS).nullable()
const days = z.number().int().min(KEPT_FOR_EVER).max(MAX_DRAFT_DAYS).nullable()

/** Null: what is usual. */
const choices = z.object({
  session_idle_minutes: z.number().int().min(MIN_IDLE_MINUTES).max(MAX_IDLE_MINUTES).nullable(),
  /** Who may spend units in the panel; an owner always may. */
  spending_roles: z.array(role).max(4).nullable(),
  /** How long events, entries of the audit log and drafts are kept. Null: as the operator set it; 0: for ever, whatever that is. */
  event_months: months,
  audit_months: months,
  draft_days: days,
})

const spenderKinds = ['risk_rule', 'white_list_schedule', 'white_list_run', 'report_schedule', 'bzp_budget'] as const

/** Something that runs by itself and uses up what the account pays for. */
const spender = z.object({
  kind: z.enum(spenderKinds),
  id: z.string(),
  /** Null for what has none, and for an own rule of somebody else, whose name is theirs. */
  name: z.string().nullable(),
  /** E-mail of the person by whose right it spends; null where it is nobody's, or they have left. */
  payer: z.string().nullable(),
  /** False: it stands still until somebody who may spend saves or resumes it. */
  may_spend: z.boolean(),
  /** Units a month, or of one run; null where it has no budget of its own. */
  budget_units: count.nullable(),
})
export type Spender = z.infer<typeof spender>

export const accountSettingsOperations = {
  'accountSettings.read': {
    ...forEveryone.get,
    path: '/panel/account-settings',
    summary: 'What an owner decided for the account',
    response: choices.extend({
      /** Since when every member needs a second factor; null: nobody must. */
      second_factor_required_at: instant.nullable(),
      /** Members without a second factor now. */
      without_second_factor: z.number().int().min(0),
      /** What an idle session ends after at most, as the operator set it. */
      longest_idle_minutes: z.number().int(),
      /** How long what an owner decided nothing about is kept, as the operator set it; null: for ever. */
      kept_by_default: z.object({ event_months: months, audit_months: months, draft_days: days }),
    }),
  },
  'accountSettings.spenders': {
    ...forOwners.get,
    path: '/panel/account-settings/spenders',
    summary: 'What runs by itself and may spend: rules, schedules, checks and budgets, with the person by whose right',
    response: z.object({ items: z.array(spender) }),
  },
  'accountSettings.update': {
    ...forOwners.put,
    ...noAnswer,
    path: '/panel/account-settings',
    summary: 'Decide for the account; what is left out stays',
    body: choices.partial().refine(...changesSomething),
  },
  'accountSettings.requireSecondFactor': {
    ...forOwners.put,
    ...noAnswer,
    path: '/panel/account-settings/second-factor',
    summary: 'Whether every member needs a second factor; who requires it has one',
    body: z.object({ required: z.boolean() }),
  },
} as const satisfies Record<string, PanelOperation>
