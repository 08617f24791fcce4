import * as z from 'zod'

import { type PanelOperation, forEveryone } from '@/lib/contract/panel-operation'
import { byId, count, instant, line, uuid } from '@/lib/contract/values'
import { locales } from '@/lib/domain/format/locales'
import { normaliseMailbox } from '@/lib/domain/mailbox'
import { poolNames } from '@/lib/domain/usage/pools'
import { alertMeasures, spendBases } from '@/lib/features/spend-cap/domain/spend-alert'

import { ruleCondition, ruleKindNames } from './conditions'
import { ruleTrouble } from './troubles'

export const MAX_RULE_NAME_LENGTH = 80
/** Per account, users' rules and team rules together; tender rules have a limit of their own kind. */
export const MAX_RULES = 200
export const MAX_RULE_TARGETS = 50
/** Days covered by a preview. */
export const RULE_PREVIEW_DAYS = 30

/** `none` is for tender rules only: matches appear in the panel and are not sent. */
export const ruleTimings = ['none', 'at_once', 'hourly', 'daily', 'weekly'] as const
export type RuleTiming = (typeof ruleTimings)[number]

/** `HH:MM`, Warsaw time. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time as HH:MM')

/** A bare mailbox address: no display name, no list, no line break. */
const address = z.string().trim().max(254).pipe(z.email()).transform(normaliseMailbox)

/** A recipient of a rule. Members are stored by id, so a changed e-mail address is followed. */
export const ruleTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), target: uuid }),
  z.object({ kind: z.literal('address'), target: address }),
  z.object({ kind: z.literal('channel'), target: line(100).min(1) }),
])
export type RuleTarget = z.output<typeof ruleTarget>

const isSet = (targets: readonly RuleTarget[]) =>
  new Set(targets.map(({ kind, target }) => `${kind} ${target}`)).size === targets.length

const ruleFields = z.object({
  name: line(MAX_RULE_NAME_LENGTH).min(1),
  /** True for a rule of the team, false for a rule of the user who saved it. */
  is_team: z.boolean(),
  condition: ruleCondition,
  timing: z.enum(ruleTimings),
  /** Hour of a daily or weekly digest, Warsaw time. */
  digest_hour: z.number().int().min(0).max(23),
  /** Day of a weekly digest; 0 is Sunday. */
  weekday: z.number().int().min(0).max(6),
  /** If true, the rule does not notify on Saturdays, Sundays and Polish public holidays. */
  working_days_only: z.boolean(),
  /**
   * Quiet hours, during which the rule does not notify; they span midnight if `from` is later than `to`. Null: no quiet
   * hours.
   */
  quiet: z
    .object({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, { message: 'It has to end at another time than it begins', path: ['to'] })
    .nullable(),
  /**
   * The rule does not notify before this instant; matches collected until then are sent in one message when the mute
   * ends.
   */
  muted_until: instant.nullable(),
  enabled: z.boolean(),
  /** Language of messages to addresses and channels; members get their preferred language. */
  language: z.enum(locales),
  targets: z.array(ruleTarget).max(MAX_RULE_TARGETS).refine(isSet, 'Each target once'),
})
export const ruleBody = ruleFields
export type RuleBody = z.output<typeof ruleBody>

/**
 * `is_active` is false for a member who may not see these notifications or cannot sign in, and for a channel that is
 * disabled or deleted.
 */
const shownTarget = z.object({
  kind: z.enum(['member', 'address', 'channel']),
  target: z.string(),
  /** An e-mail address or the name of a channel; null once it is deleted. */
  name: z.string().nullable(),
  is_active: z.boolean(),
})
export type ShownTarget = z.infer<typeof shownTarget>

export const rule = ruleFields.extend({
  id: uuid,
  /** Targets that the user may not see are left out. */
  targets: z.array(shownTarget),
  target_count: count,
  /** E-mail of the user who saved the rule; null once they left the account. */
  created_by: z.string().nullable(),
  is_own: z.boolean(),
  may_change: z.boolean(),
  created_at: instant,
  updated_at: instant,
  waiting: count,
  /** Units that the account's rules of this kind have used in this month; null for a kind without a budget. */
  used_units: count.nullable(),
  /**
   * When the rule sends next if it has matches; null for a disabled rule, and for an immediate one without waiting
   * matches.
   */
  next_at: instant.nullable(),
  last_sent_at: instant.nullable(),
  /** Why the rule cannot check everything that it should; null if it checks everything. */
  trouble: ruleTrouble.nullable(),
})
export type Rule = z.infer<typeof rule>

export const ruleColleague = z.object({
  user_id: uuid,
  email: z.string(),
  name: z.string().nullable(),
  /** Kinds of rules that may notify this member. */
  kinds: z.array(z.enum(ruleKindNames)),
})

export const ruleChannel = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  is_team: z.boolean(),
  is_active: z.boolean(),
})
export type RuleChannel = z.infer<typeof ruleChannel>

/** What the user may do with the rules of a kind that they see. */
export const ruleKindRights = z.object({
  kind: z.enum(ruleKindNames),
  own: z.boolean(),
  team: z.boolean(),
  /** May add addresses of people outside the account. */
  addresses: z.boolean(),
})
export type RuleKindRights = z.infer<typeof ruleKindRights>

/** Possible recipients and channels of rules; `smtp`: whether e-mail can be sent. */
export const ruleRecipientOptions = z.object({
  smtp: z.boolean(),
  kinds: z.array(ruleKindRights),
  colleagues: z.array(ruleColleague),
  channels: z.array(ruleChannel),
})

/** A threshold that a spending rule reached, with the numbers of that moment. */
export const reachedThreshold = z.object({
  at: instant,
  measure: z.enum(alertMeasures),
  basis: z.enum(spendBases),
  pool: z.enum(poolNames).nullable(),
  threshold: count,
  /** Lower thresholds reached at the same moment, covered by this message. */
  also: z.array(count),
  /** Null if the service did not report an amount. */
  grosz: count.nullable(),
  units: count.nullable(),
})
export type ReachedThreshold = z.infer<typeof reachedThreshold>

/** One message of a rule, with the delivery result of each copy. */
export const ruleNotice = z.object({
  id: uuid,
  at: instant,
  kind: z.enum(['at_once', 'digest', 'test']),
  /** The window is half-open: its end is excluded. */
  window_start: instant,
  window_end: instant,
  hit_count: count,
  deliveries: z.array(
    z.object({
      kind: z.enum(['mail', 'channel']),
      /** An address or the name of a channel; null if the user may not see it. */
      recipient: z.string().nullable(),
      messages: count,
      state: z.enum(['waiting', 'sent', 'failed', 'unsent']),
      sent_at: instant.nullable(),
      /** The mail server's text; for a channel one of `deliveryErrors`. */
      error: z.string().nullable(),
    }),
  ),
  /** Only for spending rules; empty for other kinds. */
  reached: z.array(reachedThreshold),
})
export type RuleNotice = z.infer<typeof ruleNotice>

/** What a rule would have sent. Null where the stored data cannot answer; `since`: from when on it can. */
export const rulePreview = z.object({
  days: count,
  since: instant.nullable(),
  /** True if data for all of these days is stored. */
  is_whole: z.boolean(),
  messages: count.nullable(),
  items: count.nullable(),
  /** When the next message would be sent; null for rules that notify immediately. */
  next_at: instant.nullable(),
  /**
   * Thresholds reached now: those not notified in this period are sent immediately. Null for kinds without thresholds.
   */
  reached: z.array(count).nullable(),
})
export type RulePreview = z.infer<typeof rulePreview>

/** Number of queued e-mails and channel messages that are not sent because the rule is disabled, muted or deleted. */
const cancelled = { cancelled: count }

export const ruleOperations = {
  'rules.list': {
    ...forEveryone.get,
    path: '/panel/rules',
    summary: 'Rules that the user can see, by name, and whom they may notify; `smtp`: whether e-mail can be sent',
    response: ruleRecipientOptions.extend({ items: z.array(rule) }),
  },
  'rules.create': {
    ...forEveryone.post,
    path: '/panel/rules',
    summary: 'Save a rule; it notifies of events from now on',
    status: 201,
    idempotent: false,
    invalidates: ['panel.rules', 'panel.bzpAlerts', 'panel.bzpMatches'],
    body: ruleBody,
    response: rule,
  },
  'rules.update': {
    ...forEveryone.put,
    path: '/panel/rules/{id}',
    summary: 'Replace a rule; 409 `rule_changed` after another edit',
    invalidates: ['panel.rules', 'panel.bzpAlerts', 'panel.bzpMatches'],
    params: byId,
    body: ruleFields.extend({ updated_at: instant.optional() }),
    response: rule.extend(cancelled),
  },
  'rules.delete': {
    ...forEveryone.delete,
    path: '/panel/rules/{id}',
    summary: 'Delete a rule with its unreported hits; its queued messages are not sent',
    invalidates: ['panel.rules', 'panel.bzpAlerts', 'panel.bzpMatches'],
    params: byId,
    response: z.object(cancelled),
  },
  'rules.preview': {
    ...forEveryone.ask,
    path: '/panel/rules/preview',
    summary: 'How many messages a rule would have sent in the last 30 days, and about how many hits',
    body: ruleFields.omit({ name: true, targets: true, language: true, enabled: true }),
    response: rulePreview,
  },
  'rules.notices': {
    ...forEveryone.get,
    path: '/panel/rules/{id}/notices',
    summary: 'Messages of a rule, newest first',
    params: byId,
    response: z.object({ items: z.array(ruleNotice) }),
  },
  'rules.test': {
    ...forEveryone.post,
    path: '/panel/rules/{id}/test',
    summary: 'Send a test message to all targets now; 503 where there are e-mails and no SMTP server',
    invalidates: ['panel.rules.notices'],
    idempotent: false,
    params: byId,
    response: ruleNotice,
  },
} as const satisfies Record<string, PanelOperation>
