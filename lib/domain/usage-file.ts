import { warsawDay } from './calendar'
import { type CsvCell, csvLine } from './csv'
import { formatTime } from './format'
import { countOf } from './overage'

/**
 * Files for a Polish spreadsheet: byte order mark, semicolons, CRLF, decimal commas. Names of files and columns do not
 * follow the language of the reader: whatever takes them in finds the same ones every month, whoever saved the file.
 */
const polish = { separator: ';', decimal: ',' } as const
export const polishCsv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${[header, ...rows].map((cells) => csvLine(cells, polish)).join('')}`

export const capChangeColumns = [
  'numer',
  'kiedy',
  'kto',
  'zrodlo',
  'z_pln',
  'na_pln',
  'powod',
  'nadwyzka_jednostki',
  'nadwyzka_grosze',
  'nadwyzka_pln',
] as const

/** `184,60`; nothing for what is no whole number of grosz. */
export function plnText(grosz: number | null | undefined): string | undefined {
  if (grosz === null || grosz === undefined || !Number.isSafeInteger(grosz)) return undefined
  const whole = Math.abs(grosz)
  const sign = grosz < 0 ? '-' : ''
  return `${sign}${Math.floor(whole / 100)},${String(whole % 100).padStart(2, '0')}`
}

type UsedOfDay = { readonly lookups?: number | null | undefined; readonly overage_units?: number | null | undefined }

/** All lookups less those above the plan: gross − included = net. */
export function includedOf(day: UsedOfDay): number | undefined {
  const [gross, net] = [countOf(day.lookups), countOf(day.overage_units)]
  return gross === undefined || net === undefined || net > gross ? undefined : gross - net
}

/** A change of the spend cap, as the panel keeps it. */
export type CapChangeLine = {
  readonly number: number
  readonly at: string
  readonly source: 'panel' | 'outside'
  readonly actor: string | null
  readonly from_pln: number | null
  readonly to_pln: number | null
  readonly reason: string | null
  readonly overage_units: number | null
  readonly overage_grosz: number | null
}

/** The cells of a change in the order of `capChangeColumns`. No cap of one's own is the word, not an empty cell. */
export const capChangeCells = (change: CapChangeLine): readonly CsvCell[] => [
  change.number,
  `${warsawDay(new Date(change.at))} ${formatTime(change.at)}`,
  change.actor,
  change.source === 'panel' ? 'panel' : 'poza panelem',
  change.from_pln ?? 'domyślny',
  change.to_pln ?? 'domyślny',
  change.reason,
  change.overage_units,
  change.overage_grosz,
  plnText(change.overage_grosz),
]
export const capChangesCsv = (changes: readonly CapChangeLine[]): string =>
  polishCsv(capChangeColumns, changes.map(capChangeCells))
