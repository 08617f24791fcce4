import { setImmediate } from 'node:timers/promises'

import type { AuditFilter } from '@/lib/contract/panel/audit'
import { auditWordsOf } from '@/lib/domain/audit/audit-catalogue'
import type { AuditWords } from '@/lib/domain/audit/audit-words'
import { dayBounds, warsawDay } from '@/lib/domain/calendar'
import { distinctIn, type AuditQuery, listAuditEntries } from '@/lib/storage/panel/audit/audit'
import { auditKeyOf } from '@/lib/storage/panel/audit/audit-key'
import type { Storage } from '@/lib/storage/storage'

import type { PanelContext, PanelHandlersOf } from '../context'
import { recordAudit, toAuditEvent } from './audit'
import { readAnchors } from './audit-anchors'
import { auditCsv } from './audit-csv'
import { namedEntries } from './audit-names'
import { verifyAudit } from './verify-audit'

export const auditHandlers: PanelHandlersOf<'audit'> = {
  'audit.list': async ({ query }, context) => {
    const { storage, account } = context
    const { limit, before, ...filter } = query
    const wanted = { ...toQuery(account.id, filter), before, limit: limit + 1 }
    const rows = await listAuditEntries(storage.db, wanted)
    const page = rows.slice(0, limit)
    return {
      items: await namedEntries(context, page),
      next_before: rows.length > limit ? (page.at(-1)?.number ?? null) : null,
    }
  },
  'audit.facets': async (_input, { storage, account }) => ({
    actors: await distinctIn(storage.db, account.id, 'actor'),
    actions: await distinctIn(storage.db, account.id, 'action'),
  }),
  'audit.export': async ({ query: { language, ...query } }, context) => {
    // First the entry, so that the file holds that it was made.
    await recordExport(context, query)
    const name = `dziennik-czynnosci-${warsawDay(context.now)}.csv`
    return new Response(streamOf(linesOf(context, query, auditWordsOf(language))), {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` },
    })
  },
  'audit.verify': async (_input, { storage, account, anchors }) => {
    const read = anchors?.file === undefined ? undefined : await anchorsIn(anchors.file, storage)
    const check = await verifyAudit(storage, account.id, read?.anchors)
    return {
      entries: check.entries,
      broken_at: check.brokenAt,
      problem: check.problem,
      kept_from: check.keptFrom,
      keyed_from: check.keyedFrom,
      anchors: check.anchors,
      last_anchor: read?.anchors.findLast((anchor) => anchor.account === account.id)?.at ?? null,
    }
  },
}

/** A file that is not there yet has no anchors. */
const anchorsIn = (file: string, storage: Storage) =>
  readAnchors(file, auditKeyOf(storage.db)).catch(() => ({ anchors: [] }))

const toQuery = (accountId: string, { date_from, date_to, ...filter }: AuditFilter): Omit<AuditQuery, 'limit'> => ({
  accountId,
  ...filter,
  from: date_from && dayBounds(date_from).start,
  until: date_to && dayBounds(date_to).end,
})

const recordExport = (context: PanelContext, filter: AuditFilter) =>
  recordAudit(context.storage, toAuditEvent(context, { action: 'audit.export', after: filter }))

const CHUNK = 200

/** A chunk of the log at a time, so that a long one is never in memory as a whole, and others have their turn between them. */
async function* linesOf(context: PanelContext, filter: AuditFilter, words: AuditWords): AsyncGenerator<string, void> {
  const { storage, account, request } = context
  yield auditCsv.head
  let before: number | undefined
  for (;;) {
    // A store within the process answers without ever letting go of it.
    await setImmediate()
    request.signal.throwIfAborted()
    const rows = await listAuditEntries(storage.db, { ...toQuery(account.id, filter), before, limit: CHUNK })
    const reported = await namedEntries(context, rows)
    yield reported.map((each, at) => (rows[at] ? auditCsv.line(words, { entry: rows[at], told: each }) : '')).join('')
    before = rows.at(-1)?.number
    if (rows.length < CHUNK) return
  }
}

/** One chunk ahead of its reader at most. */
function streamOf(texts: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await texts.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    cancel: async () => void (await texts.return(undefined)),
  })
}
