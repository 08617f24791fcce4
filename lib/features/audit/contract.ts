import * as z from 'zod'

import { operationsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelDefaults } from '@/lib/contract/panel-operation'
import { count, dateRange, fileOf, inOrder, instant, limit, line, outOfOrder, wholeNumber } from '@/lib/contract/values'
import { locales } from '@/lib/domain/format/locales'

/** An audit event. `before` and `after` never hold personal numbers. */
export const auditEntry = z.object({
  /** 1, 2, 3 … within the account; also the order of the chain. */
  number: count,
  at: instant,
  /** E-mail of the user, or the name of an automatic actor such as `panel`. */
  actor: z.string(),
  /** `<noun>.<verb>`, e.g. `usage.setSpendCap`. */
  action: z.string(),
  /** Id of the object, e.g. of a monitor; null for the account itself. */
  target: z.string().nullable(),
  /** Name for users, e.g. of a key or a subject; null if neither the log nor the panel knows one. */
  target_name: z.string().nullable(),
  /** Details that identify a target without a name, e.g. the period of a statement; null if the log has none. */
  target_about: z.record(z.string(), z.unknown()).nullable(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** IP address of the caller; null for the panel itself. */
  address: z.string().nullable(),
  /** Hex HMAC-SHA-256 over this entry and the previous hash; SHA-256 for entries from before the log had a key. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Roles that are responsible for actions, review them, or explain their costs. */
const forAuditors = operationsFor(panelDefaults, ['owner', 'compliance', 'finance'])

const filterQuery = {
  actor: line(254).optional(),
  action: line(100).optional(),
  target: line(200).optional(),
  ...dateRange,
}
export type AuditFilter = z.output<z.ZodObject<typeof filterQuery>>

export const auditOperations = {
  'audit.list': {
    ...forAuditors.get,
    path: '/panel/audit',
    summary: 'Entries of the audit log, newest first; the next page is `before` the last number',
    query: z
      .object({ ...filterQuery, before: wholeNumber(1).optional(), limit: limit(500, 100) })
      .refine(inOrder, outOfOrder),
    response: z.object({ items: z.array(auditEntry), next_before: count.nullable() }),
  },
  'audit.facets': {
    ...forAuditors.get,
    path: '/panel/audit/facets',
    summary: 'Users and actions that occur in the log, as choices for a filter',
    response: z.object({ actors: z.array(z.string()), actions: z.array(z.string()) }),
  },
  'audit.export': {
    ...forAuditors.get,
    path: '/panel/audit/export',
    summary: 'The filtered log as CSV for a Polish spreadsheet',
    ...fileOf('text/csv'),
    /** `language` applies to the texts; column names are always Polish. */
    query: z.object({ ...filterQuery, language: z.enum(locales).default('pl') }).refine(inOrder, outOfOrder),
  },
  'audit.verify': {
    ...forAuditors.get,
    path: '/panel/audit/verify',
    summary: 'Recompute the chain of the audit log; `broken_at` is the first inconsistent entry',
    response: z.object({
      entries: count,
      broken_at: count.nullable(),
      /** What is broken: an entry, the end of the log, the panel's seal, or an anchor. */
      problem: z.enum(['entry', 'end', 'seal', 'anchor']).nullable(),
      /** Earlier entries were deleted after the retention period. */
      kept_from: count,
      /** Earlier entries predate the current key of the log. */
      keyed_from: count,
      /** Number of anchors in the operator's file that were compared with the log; null without a file. */
      anchors: count.nullable(),
      last_anchor: instant.nullable(),
    }),
  },
} as const satisfies Record<string, PanelOperation>
