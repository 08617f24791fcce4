import { createHash } from 'node:crypto'

import { toXlsx } from '@/lib/client/table-file/to-xlsx'
import { warsawDay } from '@/lib/domain/calendar'
import { lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { csvHead, csvRow } from '@/lib/domain/files/table-csv'
import { defaultLocale } from '@/lib/domain/format/locales'
import { recordActionOnly } from '@/lib/features/audit/audit'
import type { PanelHandler } from '@/lib/panel/context'
import { wordsIn } from '@/lib/panel/words'
import { type DrawingSteps, runInSlices } from '@/lib/pdf/slices'

import { MAX_WHITE_LIST_ROWS, type WhiteListRow } from './contract/runs'
import { formatAccount } from './domain/account'
import { renderProof } from './proof-pdf'
import { requireWhiteListRun, toWhiteListRow, viewRun } from './run-view'
import { listResultRows } from './statements/results'

/** The register's official Polish terms, in every language of the file. */
const STATUS = { active: 'Czynny', exempt: 'Zwolniony', unregistered: 'Niezarejestrowany', not_found: 'brak na liście' }
const VERDICT = { listed: 'tak', not_listed: 'nie', cannot_tell: 'nie można stwierdzić' }
const STATE = {
  waiting: 'nie zapytano',
  asked: 'nie zapytano',
  answered: 'odpowiedź',
  unsure: 'odpowiedź zginęła',
  error: 'błąd',
}

const answerDay = ({ answered_at: at }: WhiteListRow) => (at === null ? null : warsawDay(new Date(at)))

const columns = [
  { name: 'wiersz', kind: 'number', width: 8, value: ({ line }) => line },
  { name: 'nip', kind: 'text', width: 14, value: ({ kind, number, nip }) => (kind === 'nip' ? number : nip) },
  { name: 'krs', kind: 'text', width: 14, value: ({ kind, number }) => (kind === 'krs' ? number : null) },
  { name: 'nazwa', kind: 'text', width: 44, value: ({ name }) => name },
  { name: 'stan', kind: 'text', width: 16, value: ({ state }) => STATE[state] },
  { name: 'status_vat', kind: 'text', width: 18, value: ({ status }) => status && STATUS[status] },
  { name: 'wykreslony_dnia', kind: 'day', width: 14, value: ({ removed_on }) => removed_on },
  // Grouped digits: 26 digits in a row would be rounded when a spreadsheet saves the file.
  { name: 'rachunek', kind: 'text', width: 34, value: ({ account }) => account && formatAccount(account) },
  { name: 'rachunek_na_liscie', kind: 'text', width: 20, value: ({ verdict }) => verdict && VERDICT[verdict] },
  { name: 'dzien_zlecenia', kind: 'day', width: 14, value: ({ day }) => day },
  { name: 'dzien_odpowiedzi', kind: 'day', width: 16, value: answerDay },
  { name: 'czas_odpowiedzi', kind: 'moment', width: 20, value: ({ answered_at }) => answered_at },
  { name: 'nr_zapytania', kind: 'text', width: 38, value: ({ request_id }) => request_id },
  { name: 'sha256_odpowiedzi', kind: 'text', width: 66, value: ({ sha256 }) => sha256 },
] as const satisfies readonly ValuedColumn<WhiteListRow>[]

const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

/**
 * The whole check as a file. Its hash is recorded in the audit log, so that a file can later be verified as the one
 * that was issued.
 */
export const whiteListFile: PanelHandler<'whiteListRuns.file'> = async ({ params, query }, context) => {
  const { storage, account, request } = context
  const { locale = defaultLocale } = query
  const row = await requireWhiteListRun(context, params.id)
  const run = await viewRun(storage.db, row)
  const allRows = { order: 'line', isDescending: false, limit: MAX_WHITE_LIST_ROWS, offset: 0 } as const
  const rows = (await listResultRows(storage.db, run.id, allRows)).map(toWhiteListRow)
  const { signal } = request
  const bytes =
    params.file === 'pdf'
      ? await renderProof({ account: account.name, run, rows, locale, signal })
      : await tableBytes(params.file, rows)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const after = { format: params.file, rows: rows.length, sha256 }
  await recordActionOnly(context, { action: 'whiteListRuns.file', target: run.id, after })
  const name = `${wordsIn(locale, 'papers', 'whiteList').words.file}-${warsawDay(new Date(run.created_at))}-${run.id.slice(0, 8)}.${params.file}`
  const headers = {
    'content-type': MEDIA[params.file],
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${name}"`,
  }
  return new Response(new Uint8Array(bytes), { headers })
}

async function tableBytes(file: 'csv' | 'xlsx', rows: readonly WhiteListRow[]): Promise<Uint8Array> {
  const table = lazyTable('biala_lista', columns, rows)
  if (file === 'xlsx') return toXlsx([table])
  const lines = [csvHead(table.columns)]
  await runInSlices(
    (function* (): DrawingSteps {
      for (const row of table.rows) {
        lines.push(csvRow(table.columns, row))
        yield
      }
    })(),
  )
  return new TextEncoder().encode(lines.join(''))
}
