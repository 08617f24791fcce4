import * as z from 'zod'

import { bzpFilter, bzpNotice } from '@/lib/contract/bzp'
import { monitoringWriters } from '@/lib/contract/operation'
import { count, instant, line, uuid } from '@/lib/contract/values'
import { rule } from '@/lib/features/rules/contract/rules'

import { alertRefusals } from '../domain/alert-refusal'

export const MAX_ALERT_NAME_LENGTH = 80
/** Own and team alerts of one account together. */
export const MAX_BZP_ALERTS = 1000
export const MAX_ALERT_RECIPIENTS = 50
/** Alerts that find more procedures per working day can only send digests. */
export const MAX_AT_ONCE_A_DAY = 100
/** Alerts that find more procedures per working day are refused. */
export const MAX_MATCHES_A_DAY = 2000
export const MAX_NOTE_LENGTH = 2000
export const MAX_DISMISSAL_LENGTH = 200
export const MAX_CHANGED_MATCHES = 100
export const MAX_IMPORTED_ALERTS = 200

/** A saved alert in the form used by exported files. */
export const bzpAlertBody = z.object({
  name: line(MAX_ALERT_NAME_LENGTH).min(1),
  filter: bzpFilter,
  is_team: z.boolean(),
  delivery: rule.shape.timing,
  digest_hour: rule.shape.digest_hour,
  weekday: rule.shape.weekday.default(1),
  working_days_only: z.boolean().default(false),
  quiet: rule.shape.quiet.default(null),
  /** Members notified by a team alert; an own alert notifies the user who saved it. */
  recipients: z.array(uuid).max(MAX_ALERT_RECIPIENTS).default([]),
  muted_until: instant.nullable().default(null),
})
export type BzpAlertBody = z.infer<typeof bzpAlertBody>

export const colleague = z.object({ user_id: uuid, email: z.string(), name: z.string().nullable() })
export type Colleague = z.infer<typeof colleague>

export const bzpAlert = rule.omit({ condition: true }).extend({
  filter: bzpFilter,
  /** Procedures found since it was saved. */
  match_count: count,
  /** Those among them that were found since this user last viewed the list. */
  new_count: count,
  last_match_at: instant.nullable(),
})
export type BzpAlert = z.infer<typeof bzpAlert>

/**
 * An alert of an imported file that was not saved, with the reason and the path. `role_required`: the user may not save
 * team alerts; `limit`: the account has the maximum number; `unavailable`: the service could not count the matches.
 */
export const importRefusal = z.object({
  /** Index in the list that was sent. */
  index: count,
  name: z.string().nullable(),
  code: z.enum([...alertRefusals, 'role_required', 'limit', 'unavailable']),
  path: z.array(z.union([z.string(), z.number()])),
  /** The maximum and the actual number, if that is the reason. */
  max: count.nullable(),
  found: count.nullable(),
})
export type ImportRefusal = z.infer<typeof importRefusal>

export const watchProblems = ['rate_limited', 'payment_required', 'refused', 'unreachable'] as const

export const bzpWatch = z.object({
  /** True if notices are read from this installation's embedded service, which costs nothing. */
  is_free: z.boolean(),
  /** Monthly limit of units for reading from a remote service; calls without a charge are not limited. */
  budget_units: count,
  used_units: count,
  /** Previews requested this month; they are not known to cost anything. */
  previews: count,
  /** All notices published before this instant have been matched; null before the first run. */
  read_until: instant.nullable(),
  /** Why the service is currently not answering; the panel retries later. */
  problem: z.enum(watchProblems).nullable(),
  /**
   * Alerts that found more than could be read, with the start of the gap and an estimate of the missing procedures.
   * `filter_ignored`: the service returns notices that do not match the filter; `refused`: it rejects the filter.
   */
  behind: z.array(
    z.object({ alert_id: uuid, since: instant, missing: count, why: z.enum(['budget', 'filter_ignored', 'refused']) }),
  ),
})
export type BzpWatch = z.infer<typeof bzpWatch>

const noticeChange = z.object({
  field: z.enum(['title', 'description', 'offers_until', 'estimated_value_pln', 'cpv', 'order_type', 'notice_type']),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

export const dismissal = z.object({ reason: z.string().nullable(), by: z.string().nullable(), at: instant })

/** One procedure that an alert found, with the account's marks. Notices of one procedure form one match. */
export const bzpMatch = z.object({
  alert_id: uuid,
  tender_id: z.string(),
  /** Grows with every notice found; input of `bzpAlerts.look`. */
  number: count,
  found_at: instant,
  /** The newest matching notice of the procedure; fields that the service does not provide are absent. */
  notice: bzpNotice.partial().required({ id: true }),
  earlier: z.array(
    z.object({
      id: z.string(),
      notice_number: z.string().nullable(),
      published_at: instant.nullable(),
      changes: z.array(noticeChange),
    }),
  ),
  /** Found since this user last viewed the list, and not opened yet. */
  is_new: z.boolean(),
  is_read: z.boolean(),
  is_starred: z.boolean(),
  dismissed: dismissal.nullable(),
  assignee: colleague.nullable(),
  note: z.string().nullable(),
  /** Other alerts visible to this user that found it too. */
  also_in: z.array(uuid),
})
export type BzpMatch = z.infer<typeof bzpMatch>

/**
 * `open`: not dismissed. `closing`: open, and its deadline for offers is within three days. `mine`:
 * open and assigned to the current user.
 */
export const matchStates = ['open', 'closing', 'new', 'starred', 'mine', 'dismissed'] as const
export type MatchState = (typeof matchStates)[number]

export const teamAlertRoles = monitoringWriters
