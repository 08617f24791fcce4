import * as z from 'zod'

import { tag } from '@/lib/contract/monitors'
import { type PanelOperation, forWriters } from '@/lib/contract/panel-operation'
import { byGivenId, count, fileOf, instant } from '@/lib/contract/values'
import { locales } from '@/lib/domain/format/locales'

export const monitorChange = z.object({
  at: instant,
  /** E-mail of the user, or the name of an automatic actor. */
  actor: z.string(),
  /** `<noun>.<verb>` as in the audit log; bulk changes have `bulkTags.change` and `bulkTags.undo`. */
  action: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Tags of this monitor that the change added or removed, if any. */
  tags: z
    .object({
      added: z.array(z.string()),
      removed: z.array(z.string()),
      /** When and by whom it was undone on this monitor. */
      undone: z.object({ at: instant, actor: z.string() }).nullable(),
    })
    .optional(),
  /** The import or reconciliation that caused the change. */
  import: z
    .object({
      id: z.string(),
      kind: z.enum(['import', 'reconcile']),
      /** Empty for a pasted list. */
      file_name: z.string(),
      tag: z.string().nullable(),
      subjects: count,
      /** When and by whom it was undone; null if it was not. */
      undone: z.object({ at: instant, actor: z.string() }).nullable(),
    })
    .optional(),
})
export type MonitorChange = z.infer<typeof monitorChange>

export const coverageOperations = {
  'coverage.history': {
    ...forWriters.get,
    path: '/panel/monitors/{id}/history',
    summary: 'Changes of a monitor through this panel, newest first',
    params: byGivenId,
    response: z.object({ items: z.array(monitorChange) }),
  },
  'coverage.certificate': {
    ...forWriters.post,
    path: '/panel/monitors/{id}/certificate',
    summary: 'Certificate of a monitor: its period, its subject, its gaps and every event',
    ...fileOf('application/pdf'),
    idempotent: false,
    params: byGivenId,
    /** Language of the certificate; defaults to Polish. */
    query: z.object({ locale: z.enum(locales).optional() }),
  },
  'coverage.portfolio': {
    ...forWriters.post,
    path: '/panel/coverage/portfolio',
    summary:
      'Certificate of all monitors, or of those with a tag: each with its date, every event, and how their counts reconcile',
    invalidates: [],
    ...fileOf('application/pdf'),
    idempotent: false,
    /** `tag`: null for all monitors. */
    body: z.object({ tag: tag.nullable(), locale: z.enum(locales).optional() }),
  },
} as const satisfies Record<string, PanelOperation>
