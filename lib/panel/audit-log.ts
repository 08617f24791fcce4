import type { AuditEntry, AuditFilter } from '@/lib/contract/panel/audit'
import { dayBounds, warsawDay } from '@/lib/domain/calendar'
import { distinctIn, type EntryQuery, listEntries } from '@/lib/storage/audit'
import type { AuditEntryTable } from '@/lib/storage/panel-tables'

import { recordAudit, verifyAudit } from './audit'
import { auditCsv } from './audit-csv'
import type { PanelContext, PanelHandlersOf } from './context'

export const auditHandlers: PanelHandlersOf<'audit'> = {
  'audit.list': async ({ query }, { storage, account }) => {
    const { limit, before, ...filter } = query
    const wanted = { ...toQuery(account.id, filter), before, limit: limit + 1 }
    const rows = await listEntries(storage.db, wanted)
    const page = rows.slice(0, limit)
    return {
      items: page.map(toEntry),
      next_before: rows.length > limit ? (page.at(-1)?.number ?? null) : null,
    }
  },
  'audit.facets': async (_input, { storage, account }) => ({
    actors: await distinctIn(storage.db, account.id, 'actor'),
    actions: await distinctIn(storage.db, account.id, 'action'),
  }),
  'audit.export': async ({ query }, context) => {
    // First the entry, so that the file holds that it was made.
    await recordExport(context, query)
    const name = `dziennik-zdarzen-${warsawDay(context.now)}.csv`
    return new Response(streamOf(linesOf(context, query)), {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` },
    })
  },
  'audit.verify': async (_input, { storage, account }) => {
    const { entries, brokenAt } = await verifyAudit(storage.db, account.id)
    return { entries, broken_at: brokenAt }
  },
}

const toQuery = (accountId: string, { date_from, date_to, ...filter }: AuditFilter): Omit<EntryQuery, 'limit'> => ({
  accountId,
  ...filter,
  from: date_from && dayBounds(date_from).start,
  until: date_to && dayBounds(date_to).end,
})

function recordExport({ storage, account, user, address, requestId, now }: PanelContext, filter: AuditFilter) {
  const given = { accountId: account.id, actor: user.email, address, requestId, now }
  return recordAudit(storage, { ...given, action: 'audit.export', after: filter })
}

const CHUNK = 1000

/** A chunk of the log at a time, so that a long one is never in memory as a whole. */
async function* linesOf({ storage, account }: PanelContext, filter: AuditFilter): AsyncGenerator<string, void> {
  yield auditCsv.head
  let before: number | undefined
  for (;;) {
    const rows = await listEntries(storage.db, { ...toQuery(account.id, filter), before, limit: CHUNK })
    yield rows.map(auditCsv.line).join('')
    before = rows.at(-1)?.number
    if (rows.length < CHUNK) return
  }
}

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

const toEntry = ({ number, at, actor, action, target, address, hash, ...rest }: AuditEntryTable): AuditEntry => ({
  number,
  at,
  actor,
  action,
  target,
  before: parse(rest.before),
  after: parse(rest.after),
  address,
  hash,
})

const parse = (json: string | null): unknown => (json === null ? undefined : (JSON.parse(json) as unknown))
