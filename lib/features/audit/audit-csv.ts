import { warsawDay } from '@/lib/domain/calendar'
import { csvLine } from '@/lib/domain/files/csv'
import { formatTime } from '@/lib/domain/format/format'

import type { AuditEntry } from './contract'
import { targetWord } from './domain/audit-target'
import { actionWord, actorWord, auditChanges, type AuditWords, changeText, mainChanges } from './domain/audit-words'
import type { AuditEntryTable } from './tables'

/**
 * Written for Polish spreadsheets: byte order mark, semicolons, CRLF. Column names are the same in every language, so
 * that importing programs can rely on them. Times are Warsaw times with the instant in a further column, and readable
 * texts are followed by the raw values that the hash covers.
 */
const polishCsv = { separator: ';', decimal: ',' } as const

const columns = [
  'numer',
  'czas',
  'chwila_utc',
  'kto',
  'dzialanie',
  'czego_dotyczy',
  'co_sie_zmienilo',
  'adres',
  'kod_dzialania',
  'identyfikator_obiektu',
  'przed',
  'po',
  'identyfikator_zapytania',
  'skrot',
]

export type NamedEntry = { readonly entry: AuditEntryTable; readonly shown: AuditEntry }

export const auditCsv = {
  head: `\uFEFF${csvLine(columns, polishCsv)}`,
  line: (words: AuditWords, { entry, shown }: NamedEntry): string => {
    const changes = mainChanges(auditChanges(words, shown.before, shown.after))
    return csvLine(
      [
        entry.number,
        `${warsawDay(new Date(entry.at))} ${formatTime(entry.at)}`,
        entry.at,
        actorWord(words, entry.actor),
        actionWord(words, entry.action),
        targetWord(words, shown),
        changes.map((change) => changeText(words, change)).join('; '),
        entry.address,
        entry.action,
        entry.target,
        entry.before,
        entry.after,
        entry.request_id,
        entry.hash,
      ],
      polishCsv,
    )
  },
}
