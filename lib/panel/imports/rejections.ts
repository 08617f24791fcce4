import { createHash } from 'node:crypto'

import type { PanelParsed } from '@/lib/contract/panel-table'
import { warsawDay } from '@/lib/domain/calendar'
import { type ValuedColumn, lazyTable } from '@/lib/domain/files/file-table'
import { csvHead, csvRow } from '@/lib/domain/files/table-csv'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { mayHoldPesel } from '@/lib/domain/identifiers/personal-number'
import { findKeeper } from '@/lib/storage/monitors/evidence'
import type { StoredImport } from '@/lib/storage/panel/imports/imports'
import { insertImportRejections, listImportRejections } from '@/lib/storage/panel/imports/rejections'
import type { ImportRejectionTable } from '@/lib/storage/panel/imports/tables'

import { recordAudit, toAuditEvent } from '../audit/audit'
import type { PanelContext } from '../context'

type Rejection = PanelParsed<'imports.reject'>['body']['items'][number]

/** What a file hides in its cells is nothing to keep, and PostgreSQL takes no zero byte. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** A number that is, or may be, one of a person is kept as a mask and a keyed hash: a mistyped one still tells a date of birth. */
export async function recordRejections(
  { storage, account }: PanelContext,
  { id: importId }: StoredImport,
  items: readonly Rejection[],
): Promise<void> {
  const { value: keep } = await findKeeper(storage.db, account.id)
  const rows = items.map(({ place, line, kind, type, identifier, label, reason }): ImportRejectionTable => {
    const isPerson = type === 'pesel' || mayHoldPesel(identifier)
    return {
      import_id: importId,
      account_id: account.id,
      place,
      line,
      kind,
      identifier: keep(isPerson ? 'pesel' : type, oneLine(identifier)),
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

/** What of a list was not sent or not taken; its hash is entered in the log, as that of other files of evidence. */
export async function rejectionsFile(context: PanelContext, row: StoredImport): Promise<Response> {
  const table = lazyTable('odrzucone', columns, await listImportRejections(context.storage.db, row.id))
  const lines = [csvHead(table.columns)]
  for (const each of table.rows) lines.push(csvRow(table.columns, each))
  const bytes = new TextEncoder().encode(lines.join(''))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { file_name: file } = row
  const after = { ...(file !== '' && { file }), rows: lines.length - 1, sha256 }
  await recordAudit(context.storage, toAuditEvent(context, { action: 'imports.rejections', target: row.id, after }))
  const name = `import-odrzucone-${warsawDay(new Date(row.started_at))}-${row.id.slice(0, 8)}.csv`
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${name}"`,
  }
  return new Response(bytes, { headers })
}
