import * as z from 'zod'

import { rowsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelRow } from '@/lib/contract/panel-operation'
import { count, dateRange, fileOf, inOrder, instant, limit, line, outOfOrder, wholeNumber } from '@/lib/contract/values'
import { locales } from '@/lib/domain/format/locales'

/** One audit event. `before` and `after` hold no personal number, whoever reads them. */
export const auditEntry = z.object({
  /** 1, 2, 3 … within the account; also the order of the chain. */
  number: count,
  at: instant,
  /** E-mail of the user, or what did it by itself, e.g. `panel`. */
  actor: z.string(),
  /** `<noun>.<verb>`, e.g. `usage.setSpendCap`. */
  action: z.string(),
  /** What it was done to, e.g. the id of a monitor; null when the account itself. */
  target: z.string().nullable(),
  /** What people call it, e.g. the name of a key or of a subject; null where neither the log nor the panel knows. */
  target_name: z.string().nullable(),
  /** Of a target without a name, what the log tells of it, e.g. the period of a statement; null where that is nothing. */
  target_about: z.record(z.string(), z.unknown()).nullable(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Network address that it came from; null for the panel itself. */
  address: z.string().nullable(),
  /** HMAC-SHA-256 in hex over this entry and the hash of the one before; SHA-256 of entries from before the log had a key. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Who answers for what happened, who checks it, and who explains what it cost. */
const forAuditors = rowsFor(panelRow, ['owner', 'compliance', 'finance'])

const narrowed = {
  actor: line(254).optional(),
  action: line(100).optional(),
  target: line(200).optional(),
  ...dateRange,
}
/** What the log is narrowed to; days are Warsaw's, both inclusive. */
export type AuditFilter = z.output<z.ZodObject<typeof narrowed>>

export const auditOperations = {
  'audit.list': {
    ...forAuditors.get,
    path: '/panel/audit',
    summary: 'Entries of the audit log, newest first; the next page is `before` the last number',
    query: z
      .object({ ...narrowed, before: wholeNumber(1).optional(), limit: limit(500, 100) })
      .refine(inOrder, outOfOrder),
    response: z.object({ items: z.array(auditEntry), next_before: count.nullable() }),
  },
  'audit.facets': {
    ...forAuditors.get,
    path: '/panel/audit/facets',
    summary: 'Who and what stands in the log, to choose from',
    response: z.object({ actors: z.array(z.string()), actions: z.array(z.string()) }),
  },
  'audit.export': {
    ...forAuditors.get,
    path: '/panel/audit/export',
    summary: 'The narrowed log as CSV for a Polish spreadsheet',
    ...fileOf('text/csv'),
    /** `language`: of the words in it; names of columns are Polish in both. */
    query: z.object({ ...narrowed, language: z.enum(locales).default('pl') }).refine(inOrder, outOfOrder),
  },
  'audit.verify': {
    ...forAuditors.get,
    path: '/panel/audit/verify',
    summary: 'Recompute the chain of the audit log; `broken_at` is the first entry that does not fit',
    response: z.object({
      entries: count,
      broken_at: count.nullable(),
      /** An entry, the end of the log, what the panel sealed about it, or an anchor. */
      problem: z.enum(['entry', 'end', 'seal', 'anchor']).nullable(),
      /** Entries before this one left by the retention period. */
      kept_from: count,
      /** Entries before this one are from before the log had a key. */
      keyed_from: count,
      /** How many anchors of the operator's file were held against the log; null where there is no such file. */
      anchors: count.nullable(),
      last_anchor: instant.nullable(),
    }),
  },
} as const satisfies Record<string, PanelOperation>
