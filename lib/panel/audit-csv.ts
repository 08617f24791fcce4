import { warsawDay } from '@/lib/domain/calendar'
import { csvLine } from '@/lib/domain/csv'
import { formatTime } from '@/lib/domain/format'
import type { AuditEntryTable } from '@/lib/storage/panel-tables'

/**
 * For a Polish spreadsheet: byte order mark, semicolons, CRLF. Names of columns do not follow the language of the reader:
 * whatever takes the file in finds the same ones, whoever saved it. Times are Warsaw's, with the instant beside them.
 */
const polish = { separator: ';', decimal: ',' } as const

const columns = [
  'numer',
  'czas',
  'chwila_utc',
  'kto',
  'dzialanie',
  'czego_dotyczy',
  'przed',
  'po',
  'adres',
  'identyfikator_zapytania',
  'skrot',
]

export const auditCsv = {
  head: `\uFEFF${csvLine(columns, polish)}`,
  line: (entry: AuditEntryTable): string =>
    csvLine(
      [
        entry.number,
        `${warsawDay(new Date(entry.at))} ${formatTime(entry.at)}`,
        entry.at,
        entry.actor,
        entry.action,
        entry.target,
        entry.before,
        entry.after,
        entry.address,
        entry.request_id,
        entry.hash,
      ],
      polish,
    ),
}
