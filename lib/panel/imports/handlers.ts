import type { PanelParsed } from '@/lib/contract/panel-table'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { HttpError } from '@/lib/http/errors'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import {
  endRunningImport,
  findImport,
  type StoredImport,
  insertImport,
  listImportMonitors,
  listImports,
  undoKeptMonitors,
  updateImport,
} from '@/lib/storage/panel/imports/imports'

import { recordAudit, recordAuditIn, toAuditEvent } from '../audit/audit'
import { toTags } from '../bulk-tags/bulk-tag-job'
import type { PanelContext, PanelHandlersOf } from '../context'
import { closeUndo, continueUndo } from './continue-undo'
import { countUndoable, toImports, toOneImport } from './read'
import { recordStep, requireImport } from './record'
import { recordRejections, rejectionsFile } from './rejections'
import { undoPart } from './undo'

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
      const monitor = { monitor_id, effect, identifier_type, identifier, label, tags: toTags(tags), state }
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
    const { storage, account, user, ask, now } = context
    const { items } = await ask('monitors.list', { query: { limit: 1 } })
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
    if (!isNew && body.list !== undefined) await noteList(context, params.id, body.list)
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
    const { storage, account, now } = context
    const { effects } = await toOneImport(storage, row)
    const { kind, file_name: file, tag, subjects } = row
    const named = { kind, ...(file !== '' && { file }), ...(tag !== null && { tag }) }
    const reported = { ...named, ...listOf(row), subjects, ...effects }
    await storage.db.transaction().execute(async (db) => {
      await lockAccount(db, storage.engine, account.id)
      if (!(await endRunningImport(db, row.id, now.toISOString()))) return
      const event = toAuditEvent(context, { action: 'imports.finish', target: row.id, after: reported })
      await recordAuditIn({ db, engine: storage.engine }, event)
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
    const begun = await beginUndo(context, await requireImport(context, params.id))
    const then = await continueUndo(context, begun, body.limit)
    return { ...then, left: countUndoable(then) }
  },
  'imports.removeUnnamed': async ({ params, body }, context) => {
    const row = await requireImport(context, params.id)
    refuseUndone(row)
    const { storage, ask, now, requestId, user } = context
    const before = await toOneImport(storage, row)
    const part = { importId: row.id, unnamed: true, limit: body.limit }
    await undoPart({ storage, ask, now, requestId, actor: user.email }, part)
    const then = await toOneImport(storage, row)
    if (before.unnamed > 0 && then.unnamed === 0) {
      const { file_name: file } = row
      const after = { ...(file !== '' && { file }), removed: then.undone, skipped: then.skipped }
      await recordAudit(storage, toAuditEvent(context, { action: 'imports.removeUnnamed', target: row.id, after }))
    }
    return { ...then, left: then.unnamed }
  },
  'imports.takenBack': async ({ params }, context) => {
    const row = await requireImport(context, params.id)
    await undoKeptMonitors(context.storage.db, row.id, { at: context.now.toISOString(), by: context.user.email })
    if (row.state !== 'undone') await closeUndo(context, await beginUndo(context, row))
    return undefined
  },
}

/** An import is taken back once; its undo is begun by one person, and anybody may go on with it. */
async function beginUndo({ storage, user, now }: PanelContext, row: StoredImport): Promise<StoredImport> {
  if (row.state === 'undone') throw new HttpError('conflict', 'This import was taken back already')
  if (row.state === 'undoing') return row
  const ended = row.finished_at === null ? { finished_at: now.toISOString() } : {}
  const change = { state: 'undoing' as const, undone_by: user.email, ...ended }
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
 * Begun again, it says what its list was, once all that was refused of it is written down. The id of another account's is answered like
 * a new one, so that nobody learns that it is taken.
 */
async function noteList({ storage, account }: PanelContext, id: string, list: NonNullable<List>): Promise<void> {
  const row = await findImport(storage.db, account.id, id)
  if (row?.list_rows === null) await updateImport(storage.db, row.id, toListColumns(list))
}

/** What the log says of the list itself. */
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
  if (state === 'undoing' || state === 'undone') throw new HttpError('conflict', 'It was taken back')
}
