import * as z from 'zod'

import { bzpFilter, bzpNotice } from '@/lib/contract/bzp'
import { monitoringWriters } from '@/lib/contract/operation'
import { count, instant, line, uuid } from '@/lib/contract/values'
import { rule } from '@/lib/features/rules/contract/rules'

import { alertRefusals } from '../domain/alert-refusal'

export const MAX_ALERT_NAME_LENGTH = 80
/** Own and the team's, of one account. */
export const MAX_BZP_ALERTS = 1000
export const MAX_ALERT_RECIPIENTS = 50
/** What finds more procedures a working day is told by a digest alone. */
export const MAX_AT_ONCE_A_DAY = 100
/** What finds more is no alert. */
export const MAX_MATCHES_A_DAY = 2000
export const MAX_NOTE_LENGTH = 2000
export const MAX_DISMISSAL_LENGTH = 200
export const MAX_CHANGED_MATCHES = 100
export const MAX_IMPORTED_ALERTS = 200

/** A saved alert, as files have it. */
export const bzpAlertBody = z.object({
  name: line(MAX_ALERT_NAME_LENGTH).min(1),
  filter: bzpFilter,
  is_team: z.boolean(),
  delivery: rule.shape.timing,
  digest_hour: rule.shape.digest_hour,
  weekday: rule.shape.weekday.default(1),
  working_days_only: z.boolean().default(false),
  quiet: rule.shape.quiet.default(null),
  /** Members who are told, of the team's alert; an own one tells who saved it. */
  recipients: z.array(uuid).max(MAX_ALERT_RECIPIENTS).default([]),
  muted_until: instant.nullable().default(null),
})
export type BzpAlertBody = z.infer<typeof bzpAlertBody>

/** A member, as colleagues see them. */
export const colleague = z.object({ user_id: uuid, email: z.string(), name: z.string().nullable() })
export type Colleague = z.infer<typeof colleague>

/** A rule of kind `tender`, with what it found. */
export const bzpAlert = rule.omit({ condition: true }).extend({
  filter: bzpFilter,
  /** Procedures found since it was saved. */
  match_count: count,
  /** Of these the ones that came since this user last looked. */
  new_count: count,
  last_match_at: instant.nullable(),
})
export type BzpAlert = z.infer<typeof bzpAlert>

/**
 * An alert of a file that was not saved: why, and at which place of it. `role_required`: the user may not save it for the team;
 * `limit`: the account has as many as it may; `unavailable`: the service could not count what it finds.
 */
export const importRefusal = z.object({
  /** Its place in the list that was sent. */
  index: count,
  name: z.string().nullable(),
  code: z.enum([...alertRefusals, 'role_required', 'limit', 'unavailable']),
  path: z.array(z.union([z.string(), z.number()])),
  /** How much there may be, and how much there is, where that is why. */
  max: count.nullable(),
  found: count.nullable(),
})
export type ImportRefusal = z.infer<typeof importRefusal>

export const watchProblems = ['rate_limited', 'payment_required', 'refused', 'unreachable'] as const

/** How the panel comes to new notices. */
export const bzpWatch = z.object({
  /** Whether notices are read from this installation's own service, which costs nothing. */
  is_free: z.boolean(),
  /** Units a month that reading from a remote service may use up; what needs none goes on without. */
  budget_units: count,
  used_units: count,
  /** Previews that were asked for this month, which are not known to cost anything. */
  previews: count,
  /** Notices that were published before it have been matched; null before the first turn. */
  read_until: instant.nullable(),
  /** Why the service does not answer now; it is asked again later. */
  problem: z.enum(watchProblems).nullable(),
  /**
   * Alerts that found more than could be read, since when and about how many procedures. `filter_ignored`: what the service answers
   * does not keep to the filter; `refused`: it does not take the filter.
   */
  behind: z.array(
    z.object({ alert_id: uuid, since: instant, missing: count, why: z.enum(['budget', 'filter_ignored', 'refused']) }),
  ),
})
export type BzpWatch = z.infer<typeof bzpWatch>

/** What another notice of the same procedure changed. */
const noticeChange = z.object({
  field: z.enum(['title', 'description', 'offers_until', 'estimated_value_pln', 'cpv', 'order_type', 'notice_type']),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

export const dismissal = z.object({ reason: z.string().nullable(), by: z.string().nullable(), at: instant })

/** One procedure that an alert found, with what the account made of it. Notices of one procedure are one match. */
export const bzpMatch = z.object({
  alert_id: uuid,
  tender_id: z.string(),
  /** Grows with every notice that is found: `bzpAlerts.look` takes it. */
  number: count,
  found_at: instant,
  /** The newest notice of the procedure that matched; fields that the service does not give are null. */
  notice: bzpNotice.partial().required({ id: true }),
  /** The earlier ones, newest first, each with what the next one changed. */
  earlier: z.array(
    z.object({
      id: z.string(),
      notice_number: z.string().nullable(),
      published_at: instant.nullable(),
      changes: z.array(noticeChange),
    }),
  ),
  /** Came since this user last looked, and was not opened. */
  is_new: z.boolean(),
  is_read: z.boolean(),
  is_starred: z.boolean(),
  dismissed: dismissal.nullable(),
  assignee: colleague.nullable(),
  note: z.string().nullable(),
  /** Other alerts that this user sees and that found it too. */
  also_in: z.array(uuid),
})
export type BzpMatch = z.infer<typeof bzpMatch>

/** `open`: not dismissed. `mine`: assigned to who asks. */
export const matchStates = ['open', 'new', 'starred', 'mine', 'dismissed'] as const
export type MatchState = (typeof matchStates)[number]

/** Roles that may change what is the team's. */
export const teamAlertRoles = monitoringWriters
