import * as z from 'zod'

import { type PanelOperation, forEveryone, forOwners } from '@/lib/contract/panel-operation'
import { changesSomething, count, instant, noAnswer } from '@/lib/contract/values'
import { role } from '@/lib/features/members/contract'
import { UNLIMITED_RETENTION } from '@/lib/features/retention/domain/retention'

/** Minutes without activity after which a session ends; the operator may have set a lower limit. */
export const MIN_IDLE_MINUTES = 10
export const MAX_IDLE_MINUTES = 480
export const MAX_KEPT_MONTHS = 120
export const MAX_DRAFT_DAYS = 365

const months = z.number().int().min(UNLIMITED_RETENTION).max(MAX_KEPT_MONTHS).nullable()
const days = z.number().int().min(UNLIMITED_RETENTION).max(MAX_DRAFT_DAYS).nullable()

/** Null: the default applies. */
const choices = z.object({
  session_idle_minutes: z.number().int().min(MIN_IDLE_MINUTES).max(MAX_IDLE_MINUTES).nullable(),
  /** Roles that may spend units in the panel; owners always may. */
  spending_roles: z.array(role).max(4).nullable(),
  /**
   * How long events, audit log entries and drafts are stored. Null: the operator's default; 0: unlimited, whatever the
   * default is.
   */
  event_months: months,
  audit_months: months,
  draft_days: days,
})

const spenderKinds = ['risk_rule', 'white_list_schedule', 'white_list_run', 'report_schedule', 'bzp_budget'] as const

/** Something that runs automatically and uses units of the account. */
const spender = z.object({
  kind: z.enum(spenderKinds),
  id: z.string(),
  /** Null if it has none, or if it is another user's own rule, whose name is private. */
  name: z.string().nullable(),
  /** E-mail of the user whose permission it spends with; null if there is none, or if they have left. */
  payer: z.string().nullable(),
  /** False: it is paused until a user who may spend saves or resumes it. */
  may_spend: z.boolean(),
  /** Units per month or per run; null without a separate budget. */
  budget_units: count.nullable(),
})
export type Spender = z.infer<typeof spender>

export const accountSettingsOperations = {
  'accountSettings.read': {
    ...forEveryone.get,
    path: '/panel/account-settings',
    summary: 'Settings of the account',
    response: choices.extend({
      /** Since when every member needs a second factor; null if it is optional. */
      second_factor_required_at: instant.nullable(),
      /** Number of members who have no second factor yet. */
      without_second_factor: z.number().int().min(0),
      /** The operator's limit for idle sessions. */
      longest_idle_minutes: z.number().int(),
      /** Storage periods set by the operator, for settings that are null; null: unlimited. */
      kept_by_default: z.object({ event_months: months, audit_months: months, draft_days: days }),
    }),
  },
  'accountSettings.spenders': {
    ...forOwners.get,
    path: '/panel/account-settings/spenders',
    summary:
      'What runs automatically and may spend: rules, schedules, checks and budgets, each with the person whose rights it uses',
    response: z.object({ items: z.array(spender) }),
  },
  'accountSettings.update': {
    ...forOwners.put,
    ...noAnswer,
    path: '/panel/account-settings',
    summary: 'Change settings of the account; omitted fields are unchanged',
    body: choices.partial().refine(...changesSomething),
  },
  'accountSettings.requireSecondFactor': {
    ...forOwners.put,
    ...noAnswer,
    path: '/panel/account-settings/second-factor',
    summary: 'Whether every member needs a second factor; only a user who has one may require it',
    body: z.object({ required: z.boolean() }),
  },
} as const satisfies Record<string, PanelOperation>
