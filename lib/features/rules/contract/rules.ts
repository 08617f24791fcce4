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
/** Own and the team's, of one account; those of tenders are counted apart. */
export const MAX_RULES = 200
export const MAX_RULE_TARGETS = 50
/** What a preview looks back. */
export const RULE_PREVIEW_DAYS = 30

/** `none`, of tenders alone: found, and told only in the panel. */
export const ruleTimings = ['none', 'at_once', 'hourly', 'daily', 'weekly'] as const
export type RuleTiming = (typeof ruleTimings)[number]

/** `HH:MM` in Warsaw. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time as HH:MM')

/** Only what one mailbox is: no names, no lists, no line breaks. */
const address = z.string().trim().max(254).pipe(z.email()).transform(normaliseMailbox)

/** Who or what is told. Members by their id, so that a changed e-mail follows. */
export const ruleTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), target: uuid }),
  z.object({ kind: z.literal('address'), target: address }),
  z.object({ kind: z.literal('channel'), target: line(100).min(1) }),
])
export type RuleTarget = z.output<typeof ruleTarget>

const isSet = (targets: readonly RuleTarget[]) =>
  new Set(targets.map(({ kind, target }) => `${kind} ${target}`)).size === targets.length

/** What somebody decides about a rule. */
const ruleFields = z.object({
  name: line(MAX_RULE_NAME_LENGTH).min(1),
  /** The account's; otherwise only of who saved it. */
  is_team: z.boolean(),
  condition: ruleCondition,
  timing: z.enum(ruleTimings),
  /** Hour in Warsaw of a daily or weekly digest. */
  digest_hour: z.number().int().min(0).max(23),
  /** Of a weekly digest; 0 is Sunday. */
  weekday: z.number().int().min(0).max(6),
  /** Nothing is told on Saturdays, Sundays and public holidays in Poland. */
  working_days_only: z.boolean(),
  /** Nothing is told from one to the other, over midnight where it begins later than it ends; null: at any hour. */
  quiet: z
    .object({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, { message: 'It has to end at another time than it begins', path: ['to'] })
    .nullable(),
  /** Nothing is told until then; what is found meanwhile comes in one message when the mute ends. */
  muted_until: instant.nullable(),
  enabled: z.boolean(),
  /** Of what goes to addresses and channels; members are written to in their own. */
  language: z.enum(locales),
  targets: z.array(ruleTarget).max(MAX_RULE_TARGETS).refine(isSet, 'Each target once'),
})
export const ruleBody = ruleFields
export type RuleBody = z.output<typeof ruleBody>

/** `is_active`: false for a member who may not see what is told, or cannot sign in, and for a channel that is off or gone. */
const shownTarget = z.object({
  kind: z.enum(['member', 'address', 'channel']),
  target: z.string(),
  /** An e-mail or the name of a channel; null where it is gone. */
  name: z.string().nullable(),
  is_active: z.boolean(),
})
export type ShownTarget = z.infer<typeof shownTarget>

export const rule = ruleFields.extend({
  id: uuid,
  /** Without those that the user may not see. */
  targets: z.array(shownTarget),
  target_count: count,
  /** E-mail of who saved it; null once they left the account. */
  created_by: z.string().nullable(),
  is_own: z.boolean(),
  may_change: z.boolean(),
  created_at: instant,
  updated_at: instant,
  /** What was found and is not told yet. */
  waiting: count,
  /** When it tells next if there is anything to tell; null for one that is off, or tells at once and has nothing waiting. */
  next_at: instant.nullable(),
  last_sent_at: instant.nullable(),
  /** Why it does not look for all that it should; null: nothing waits. */
  trouble: ruleTrouble.nullable(),
})
export type Rule = z.infer<typeof rule>

export const ruleColleague = z.object({
  user_id: uuid,
  email: z.string(),
  name: z.string().nullable(),
  /** What rules may tell them of. */
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

/** What the user may do with rules of a kind that they see. */
export const ruleKindRights = z.object({
  kind: z.enum(ruleKindNames),
  own: z.boolean(),
  team: z.boolean(),
  /** May add addresses of people outside the account. */
  addresses: z.boolean(),
})
export type RuleKindRights = z.infer<typeof ruleKindRights>

/** Whom rules may tell, and how; `smtp`: whether e-mail can be sent. */
export const ruleTelling = z.object({
  smtp: z.boolean(),
  kinds: z.array(ruleKindRights),
  colleagues: z.array(ruleColleague),
  channels: z.array(ruleChannel),
})

/** A threshold of a rule about spending that was reached, with what it was then. */
export const reachedThreshold = z.object({
  at: instant,
  measure: z.enum(alertMeasures),
  basis: z.enum(spendBases),
  pool: z.enum(poolNames).nullable(),
  threshold: count,
  /** Lower ones that were reached at the same moment: this one spoke for them. */
  also: z.array(count),
  /** Null where the service did not say. */
  grosz: count.nullable(),
  units: count.nullable(),
})
export type ReachedThreshold = z.infer<typeof reachedThreshold>

/** One message of a rule, and how each copy of it fared. */
export const ruleNotice = z.object({
  id: uuid,
  at: instant,
  kind: z.enum(['at_once', 'digest', 'test']),
  /** Half-open. */
  window_start: instant,
  window_end: instant,
  hit_count: count,
  deliveries: z.array(
    z.object({
      kind: z.enum(['mail', 'channel']),
      /** An address, or the name of a channel; null for who may not see it. */
      recipient: z.string().nullable(),
      /** Messages that it took. */
      messages: count,
      state: z.enum(['waiting', 'sent', 'failed', 'unsent']),
      sent_at: instant.nullable(),
      /** The mail server's words; of a channel one of `deliveryErrors`. */
      error: z.string().nullable(),
    }),
  ),
  /** Of a rule about spending; nothing of other kinds. */
  reached: z.array(reachedThreshold),
})
export type RuleNotice = z.infer<typeof ruleNotice>

/** What a rule would have sent. Null where the store cannot tell; `since`: from when on it can. */
export const rulePreview = z.object({
  days: count,
  since: instant.nullable(),
  /** The store holds all of these days. */
  is_whole: z.boolean(),
  messages: count.nullable(),
  items: count.nullable(),
  /** When the next message would go; null for what is told at once. */
  next_at: instant.nullable(),
  /** Thresholds that are reached now: what was not told in this period is told at once. Null for kinds without thresholds. */
  reached: z.array(count).nullable(),
})
export type RulePreview = z.infer<typeof rulePreview>

/** Messages that waited in channels, and e-mails, which go no more because the rule is off, muted or gone. */
const cancelled = { cancelled: count }

export const ruleOperations = {
  'rules.list': {
    ...forEveryone.get,
    path: '/panel/rules',
    summary: 'Rules that the user sees, by name, and whom they may tell; `smtp`: whether e-mail can be sent',
    response: ruleTelling.extend({ items: z.array(rule) }),
  },
  'rules.create': {
    ...forEveryone.post,
    path: '/panel/rules',
    summary: 'Save a rule; it tells of what happens from now on',
    status: 201,
    idempotent: false,
    invalidates: ['panel.rules', 'panel.bzpAlerts', 'panel.bzpMatches'],
    body: ruleBody,
    response: rule,
  },
  'rules.update': {
    ...forEveryone.put,
    path: '/panel/rules/{id}',
    summary: 'Replace a rule; 409 `rule_changed` when another edit came first',
    invalidates: ['panel.rules', 'panel.bzpAlerts', 'panel.bzpMatches'],
    params: byId,
    body: ruleFields.extend({ updated_at: instant.optional() }),
    response: rule.extend(cancelled),
  },
  'rules.delete': {
    ...forEveryone.delete,
    path: '/panel/rules/{id}',
    summary: 'Delete a rule with what it found and was not told; what it said and still waits is not sent',
    invalidates: ['panel.rules', 'panel.bzpAlerts', 'panel.bzpMatches'],
    params: byId,
    response: z.object(cancelled),
  },
  'rules.preview': {
    ...forEveryone.ask,
    path: '/panel/rules/preview',
    summary: 'How many messages a rule would have sent in the last 30 days, and of how much',
    body: ruleFields.omit({ name: true, targets: true, language: true, enabled: true }),
    response: rulePreview,
  },
  'rules.notices': {
    ...forEveryone.get,
    path: '/panel/rules/{id}/notices',
    summary: 'What a rule sent, newest first',
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
