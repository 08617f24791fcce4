import { createHash } from 'node:crypto'

import type { MonitorChange } from '@/lib/contract/panel/coverage'
import { isApiError } from '@/lib/domain/api-error'
import { warsawDay } from '@/lib/domain/calendar'
import { listMonitorEntries } from '@/lib/storage/monitor-history'
import type { PanelEventTable } from '@/lib/storage/panel-event-tables'
import { listKeptAfter } from '@/lib/storage/panel-events'
import type { AuditEntryTable } from '@/lib/storage/panel-tables'

import { recordAudit } from './audit'
import type { PanelContext, PanelHandler, PanelHandlersOf } from './context'
import type { Coverage } from './coverage-content'
import { renderCertificate } from './coverage-pdf'
import { freshen } from './event-freshness'
import { fieldOf, textsOf } from './json-field'
import { PanelRefusal } from './refusal'
import { tagChangesOf } from './tag-history'

const MAX_CHANGES = 500
const PAGE = 1000
const PATIENCE_MS = 5_000

const history: PanelHandler<'coverage.history'> = async ({ params }, context) => ({
  items: await changesOf(context, params.id),
})

/** What was done to this monitor alone, by the log, and to many at once. */
async function changesOf(context: PanelContext, monitorId: string): Promise<MonitorChange[]> {
  const { storage, account } = context
  const of = { monitorId, limit: MAX_CHANGES }
  const entries = await listMonitorEntries(storage.db, { accountId: account.id, ...of })
  const changes = [...entries.map(toChange), ...(await tagChangesOf(context, of))]
  return changes.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_CHANGES)
}

/** The log holds JSON without personal numbers. */
const parsed = (json: string | null): unknown => (json === null ? undefined : JSON.parse(json))

function toChange({ at, actor, action, before, after: json }: AuditEntryTable): MonitorChange {
  const after = parsed(json)
  return { at, actor, action, before: parsed(before), after, ...(action === 'monitors.bulkTag' && tagsOf(after)) }
}

/** A change of the tags of one monitor alone: the list asks for what is really different. */
function tagsOf(after: unknown): Pick<MonitorChange, 'tags'> {
  if (fieldOf(after, 'updated') === 0) return {}
  return { tags: { added: textsOf(after, 'add'), removed: textsOf(after, 'remove'), undone: null } }
}

const certificate: PanelHandler<'coverage.certificate'> = async ({ params }, context) => {
  const reading = await freshen(context, PATIENCE_MS)
  const monitor = await monitorOf(context, params.id)
  const events = await eventsOf(context, params.id)
  const changes = await changesOf(context, params.id)
  // Of somebody else's monitor there is nothing here either.
  if (monitor === undefined && events.length === 0 && changes.length === 0) {
    throw new PanelRefusal('not_found', 'No such monitor')
  }
  const { user, account, now } = context
  const coverage: Coverage = {
    monitorId: params.id,
    monitor,
    account: account.name,
    issuedBy: user.email,
    issuedAt: now,
    reading,
    events,
    changes,
  }
  const bytes = await renderCertificate(coverage)
  await recordIssue(context, params.id, { events: events.length, sha256: sha256Of(bytes) })
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="poswiadczenie-${params.id.slice(0, 8).replaceAll(/[^\w-]/g, '-')}-${warsawDay(now)}.pdf"`,
  }
  return new Response(bytes, { headers })
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The hash lets anybody tell later whether a file is the one that was issued. */
const recordIssue = (context: PanelContext, target: string, after: { events: number; sha256: string }): Promise<void> =>
  recordAudit(context.storage, {
    accountId: context.account.id,
    actor: context.user.email,
    action: 'coverage.certificate',
    target,
    after,
    address: context.address,
    requestId: context.requestId,
    now: context.now,
  })

/** Undefined when it is watched no more, or never was. */
async function monitorOf({ ask }: PanelContext, id: string): Promise<Coverage['monitor']> {
  try {
    return await ask('monitors.get', { params: { id } })
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 422)) return undefined
    throw error
  }
}

/** All of them, oldest first. */
async function eventsOf({ storage, account }: PanelContext, monitorId: string): Promise<PanelEventTable[]> {
  const events: PanelEventTable[] = []
  for (;;) {
    const since = events.at(-1)?.id ?? 0
    const page = await listKeptAfter(storage.db, { accountId: account.id, monitorId }, { since, limit: PAGE })
    events.push(...page)
    if (page.length < PAGE) return events
  }
}

export const coverageHandlers: PanelHandlersOf<'coverage'> = {
  'coverage.history': history,
  'coverage.certificate': certificate,
}
