import { setImmediate } from 'node:timers/promises'

import { dayBounds, warsawDay } from '@/lib/domain/calendar'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { pick, jsonText } from '@/lib/panel/json-field'
import type { Storage } from '@/lib/storage/storage'

import { recordActionOnly } from './audit'
import { readAnchors } from './audit-anchors'
import { auditCsv } from './audit-csv'
import type { AuditFilter, AuditEntry } from './contract'
import { auditWordsOf } from './domain/audit-catalogue'
import { identifyingFields } from './domain/audit-target'
import type { AuditWords } from './domain/audit-words'
import { distinctIn, type AuditQuery, listAuditEntries } from './statements/audit'
import { auditKeyOf } from './statements/audit-key'
import { namesOfTargets } from './statements/audit-targets'
import type { AuditEntryTable } from './tables'
import { verifyAudit } from './verify-audit'

const NAME_FIELDS = ['name', 'email', 'file', 'subject_name', 'label', 'identifier_value'] as const

const parse = (json: string | null): unknown => (json === null ? undefined : (JSON.parse(json) as unknown))

function nameIn({ before, after }: Pick<AuditEntryTable, 'before' | 'after'>): string | undefined {
  const [oldDetails, newDetails] = [parse(before), parse(after)]
  const found = NAME_FIELDS.map((field) => jsonText(newDetails, field) ?? jsonText(oldDetails, field))
  return found.find((name) => name !== null && name !== '') ?? undefined
}

function aboutIn({ before, after }: Pick<AuditEntryTable, 'before' | 'after'>): AuditEntry['target_about'] {
  const details = { ...pick(parse(before), identifyingFields), ...pick(parse(after), identifyingFields) }
  return Object.keys(details).length === 0 ? null : details
}

/** Converts entries for display and adds names of targets from other entries or from the panel's data. */
async function namedEntries(
  { storage, account }: Pick<PanelContext, 'storage' | 'account'>,
  entries: readonly AuditEntryTable[],
): Promise<AuditEntry[]> {
  const nameless = entries.filter((entry) => entry.target !== null && nameIn(entry) === undefined)
  const targets = [...new Set(nameless.flatMap(({ target }) => target ?? []))]
  const targetNames = targets.length === 0 ? undefined : await namesOfTargets(storage.db, account.id, targets)
  // Entries are sorted newest first, so the newest name is used.
  const described = new Map<string, TargetDescription>()
  for (const entry of targetNames?.entries ?? []) {
    const { target } = entry
    if (target === null) continue
    const { name, about } = described.get(target) ?? noTarget
    described.set(target, { name: name ?? nameIn(entry), about: about ?? aboutIn(entry) })
  }
  return entries.map((entry) => {
    const { target } = entry
    if (target === null) return toEntry(entry, noTarget)
    const elsewhere = described.get(target) ?? noTarget
    const name = nameIn(entry) ?? elsewhere.name ?? targetNames?.names.get(target)
    return toEntry(entry, { name, about: name === undefined ? (aboutIn(entry) ?? elsewhere.about) : null })
  })
}

type TargetDescription = { readonly name: string | undefined; readonly about: AuditEntry['target_about'] }
const noTarget: TargetDescription = { name: undefined, about: null }

const toEntry = (entry: AuditEntryTable, description: TargetDescription): AuditEntry => {
  const { number, at, actor, action, target, before, after, address, hash } = entry
  return {
    number,
    at,
    actor,
    action,
    target,
    target_name: description.name ?? null,
    target_about: description.about,
    before: parse(before),
    after: parse(after),
    address,
    hash,
  }
}

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
    // The export is recorded first, so that the file includes its own export.
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

/** The file does not exist before the first anchor. */
const anchorsIn = (file: string, storage: Storage) =>
  readAnchors(file, auditKeyOf(storage.db)).catch(() => ({ anchors: [] }))

const toQuery = (accountId: string, { date_from, date_to, ...filter }: AuditFilter): Omit<AuditQuery, 'limit'> => ({
  accountId,
  ...filter,
  from: date_from && dayBounds(date_from).start,
  until: date_to && dayBounds(date_to).end,
})

const recordExport = (context: PanelContext, filter: AuditFilter) =>
  recordActionOnly(context, { action: 'audit.export', after: filter })

const CHUNK = 200

/** Reads the log in chunks, so that a long one is never in memory as a whole and other requests run in between. */
async function* linesOf(context: PanelContext, filter: AuditFilter, words: AuditWords): AsyncGenerator<string, void> {
  const { storage, account, request } = context
  yield auditCsv.head
  let before: number | undefined
  for (;;) {
    // SQLite answers synchronously, so the event loop needs an explicit pause.
    await setImmediate()
    request.signal.throwIfAborted()
    const rows = await listAuditEntries(storage.db, { ...toQuery(account.id, filter), before, limit: CHUNK })
    const namedRows = await namedEntries(context, rows)
    yield namedRows.map((each, at) => (rows[at] ? auditCsv.line(words, { entry: rows[at], shown: each }) : '')).join('')
    before = rows.at(-1)?.number
    if (rows.length < CHUNK) return
  }
}

/** Reads at most one chunk ahead of the consumer. */
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
