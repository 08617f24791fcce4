import { createHash } from 'node:crypto'

import { warsawDay } from '@/lib/domain/calendar'
import { type ValuedColumn, lazyTable } from '@/lib/domain/files/file-table'
import { csvHead, csvRow } from '@/lib/domain/files/table-csv'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { mayHoldPesel } from '@/lib/domain/identifiers/personal-number'
import { recordChange, recordActionOnly } from '@/lib/features/audit/audit'
import { parseTags } from '@/lib/features/bulk-tags/bulk-tag-job'
import type { PanelParsed } from '@/lib/features/contract'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { countUndoable, toImports, toOneImport } from './read'
import { recordStep, requireImport } from './record'
import {
  endRunningImport,
  findImport,
  type StoredImport,
  insertImport,
  listImportMonitors,
  listImports,
  markMonitorsUndone,
  updateImport,
  insertImportRejections,
  listImportRejections,
} from './statements'
import type { ImportRejectionTable } from './tables'
import { undoPart, closeUndo, continueUndo } from './undo'

type Rejection = PanelParsed<'imports.reject'>['body']['items'][number]

/** Control characters carry no information, and PostgreSQL rejects zero bytes. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/**
 * A number that is or may be a person's is stored as a mask and a keyed hash: even a mistyped one reveals a date of
 * birth.
 */
async function recordRejections(
  { storage, account }: PanelContext,
  { id: importId }: StoredImport,
  items: readonly Rejection[],
): Promise<void> {
  const { value: toStoredValue } = await recordedValuesOf(storage.db, account.id)
  const rows = items.map(({ place, line, kind, type, identifier, label, reason }): ImportRejectionTable => {
    const isPerson = type === 'pesel' || mayHoldPesel(identifier)
    return {
      import_id: importId,
      account_id: account.id,
      place,
      line,
      kind,
      identifier: toStoredValue(isPerson ? 'pesel' : type, oneLine(identifier)),
      label: maskPesels(oneLine(label)),
      reason: maskPesels(oneLine(reason)),
    }
  })
  await insertImportRejections(storage.db, rows)
}

const KINDS = { refused: 'odrzucony', repeated: 'powtórzony', service: 'odrzucony przez usługę' } as const

const columns = [
  { name: 'wiersz', kind: 'number', width: 8, value: ({ line }) => line },
  { name: 'rodzaj', kind: 'text', width: 22, value: ({ kind }) => KINDS[kind] },
  { name: 'identyfikator', kind: 'text', width: 34, value: ({ identifier }) => identifier },
  { name: 'etykieta', kind: 'text', width: 34, value: ({ label }) => label },
  { name: 'powod', kind: 'text', width: 60, value: ({ reason }) => reason },
] as const satisfies readonly ValuedColumn<ImportRejectionTable>[]

/** The rejected rows as a file; its hash is recorded in the audit log, like those of other evidence files. */
async function rejectionsFile(context: PanelContext, row: StoredImport): Promise<Response> {
  const table = lazyTable('odrzucone', columns, await listImportRejections(context.storage.db, row.id))
  const lines = [csvHead(table.columns)]
  for (const each of table.rows) lines.push(csvRow(table.columns, each))
  const bytes = new TextEncoder().encode(lines.join(''))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { file_name: file } = row
  const after = { ...(file !== '' && { file }), rows: lines.length - 1, sha256 }
  await recordActionOnly(context, { action: 'imports.rejections', target: row.id, after })
  const name = `import-odrzucone-${warsawDay(new Date(row.started_at))}-${row.id.slice(0, 8)}.csv`
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${name}"`,
  }
  return new Response(bytes, { headers })
}

export const importHandlers: PanelHandlersOf<'imports'> = {
  'imports.list': async ({ query }, { storage, account }) => {
    return { items: await toImports(storage, await listImports(storage.db, account.id, query.limit)) }
  },
  'imports.get': async ({ params }, context) => toOneImport(context.storage, await requireImport(context, params.id)),
  'imports.monitors': async ({ params, query: { limit, unnamed, by_line, ...query } }, context) => {
    const { id: importId } = await requireImport(context, params.id)
    const rows = await listImportMonitors(context.storage.db, {
      importId,
      ...query,
      unnamed: unnamed === 'true',
      byLine: by_line === 'true',
      limit,
    })
    const items = rows.map(({ monitor_id, effect, identifier_type, identifier, label, tags, state, line, named }) => {
      const monitor = { monitor_id, effect, identifier_type, identifier, label, tags: parseTags(tags), state }
      return {
        ...monitor,
        line,
        named: named === null ? null : named === 1,
      }
    })
    return {
      items,
      next_after: rows.length === limit && by_line === undefined ? (rows.at(-1)?.monitor_id ?? null) : null,
    }
  },
  'imports.start': async ({ params, body }, context) => {
    const { storage, account, user, callService, now } = context
    const { items } = await callService('monitors.list', { query: { limit: 1 } })
    const isNew = await insertImport(storage.db, {
      id: params.id,
      account_id: account.id,
      actor: user.email,
      kind: body.kind,
      file_name: maskPesels(body.file_name),
      tag: body.tag === null ? null : maskPesels(body.tag),
      subjects: body.subjects,
      ...toListColumns(body.list),
      state: 'running',
      newest_at: items[0]?.created_at ?? null,
      started_at: now.toISOString(),
      finished_at: null,
      undone_at: null,
      undone_by: null,
    })
    if (!isNew && body.list !== undefined) await recordList(context, params.id, body.list)
    return undefined
  },
  'imports.record': async ({ params, body }, context) => {
    const row = await requireImport(context, params.id)
    refuseUndone(row)
    await recordStep(context, row, body)
    return undefined
  },
  'imports.finish': async ({ params }, context) => {
    const row = await requireImport(context, params.id)
    if (row.state !== 'running') return undefined
    const { storage, now } = context
    const { effects } = await toOneImport(storage, row)
    const { kind, file_name: file, tag, subjects } = row
    const listDetails = { kind, ...(file !== '' && { file }), ...(tag !== null && { tag }) }
    const details = { ...listDetails, ...listOf(row), subjects, ...effects }
    await inAccount(context, async (db) => {
      if (!(await endRunningImport(db, row.id, now.toISOString()))) return
      await recordChange(db, context, { action: 'imports.finish', target: row.id, after: details })
    })
    return undefined
  },
  'imports.reject': async ({ params, body }, context) => {
    const row = await requireImport(context, params.id)
    refuseUndone(row)
    await recordRejections(context, row, body.items)
    return undefined
  },
  'imports.rejections': async ({ params }, context) => rejectionsFile(context, await requireImport(context, params.id)),
  'imports.undo': async ({ params, body }, context) => {
    const startedImport = await beginUndo(context, await requireImport(context, params.id))
    const updatedImport = await continueUndo(context, startedImport, body.limit)
    return { ...updatedImport, left: countUndoable(updatedImport) }
  },
  'imports.removeUnnamed': async ({ params, body }, context) => {
    const row = await requireImport(context, params.id)
    refuseUndone(row)
    const { storage, callService, now, requestId, user } = context
    const before = await toOneImport(storage, row)
    const part = { importId: row.id, unnamed: true, limit: body.limit }
    await undoPart({ storage, callService, now, requestId, actor: user.email }, part)
    const updatedImport = await toOneImport(storage, row)
    if (before.unnamed > 0 && updatedImport.unnamed === 0) {
      const { file_name: file } = row
      const after = { ...(file !== '' && { file }), removed: updatedImport.undone, skipped: updatedImport.skipped }
      await recordActionOnly(context, { action: 'imports.removeUnnamed', target: row.id, after })
    }
    return { ...updatedImport, left: updatedImport.unnamed }
  },
  'imports.takenBack': async ({ params }, context) => {
    const row = await requireImport(context, params.id)
    await markMonitorsUndone(context.storage.db, row.id, { at: context.now.toISOString(), by: context.user.email })
    if (row.state !== 'undone') await closeUndo(context, await beginUndo(context, row))
    return undefined
  },
}

/** Starts the only undo of an import; one user starts it, and any user may continue it. */
async function beginUndo({ storage, user, now }: PanelContext, row: StoredImport): Promise<StoredImport> {
  if (row.state === 'undone') throw new HttpError('conflict', 'This import has already been undone')
  if (row.state === 'undoing') return row
  const ending = row.finished_at === null ? { finished_at: now.toISOString() } : {}
  const change = { state: 'undoing' as const, undone_by: user.email, ...ending }
  await updateImport(storage.db, row.id, change)
  return { ...row, ...change }
}

type List = PanelParsed<'imports.start'>['body']['list']

const toListColumns = (list: List) => ({
  list_rows: list?.rows ?? null,
  list_refused: list?.refused ?? null,
  list_repeated: list?.repeated ?? null,
  file_sha256: list?.file_sha256 ?? null,
})

/**
 * Records the list of a repeated start unless it is recorded already. An id of another account is answered like a new
 * one, so that its existence is not revealed.
 */
async function recordList({ storage, account }: PanelContext, id: string, list: NonNullable<List>): Promise<void> {
  const row = await findImport(storage.db, account.id, id)
  if (row?.list_rows === null) await updateImport(storage.db, row.id, toListColumns(list))
}

const listOf = ({
  list_rows: rows,
  list_refused: refused,
  list_repeated: repeated,
  file_sha256: sha256,
}: StoredImport) => ({
  ...(rows !== null && { rows, refused, repeated }),
  ...(sha256 !== null && { sha256 }),
})

function refuseUndone({ state }: StoredImport): void {
  if (state === 'undoing' || state === 'undone') throw new HttpError('conflict', 'The import has been undone')
}
