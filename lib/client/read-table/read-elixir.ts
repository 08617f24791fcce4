import type { SheetRow, SourceNote } from './source-table'

/** An order of a payment package: kind, day, amount, the bank of the payer … */
const ORDER = /^(?:110|111|120|210),(\d{8}),\d+,\d{8},/
const QUOTED = /"((?:[^"]|"")*)"/g
/** Names of columns as a Polish list has them, so that the package is read like any other. */
const NAMES = ['NIP', 'Rachunek odbiorcy', 'Data zlecenia', 'Nazwa odbiorcy']

/** Whether a text is a payment package of the Elixir-O kind: each of its lines is an order. */
export const isElixir = (text: string): boolean => {
  const lines = text
    .slice(0, 20_000)
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
  return lines.length > 0 && ORDER.test(lines[0] ?? '')
}

/** Number, account, day and name of who is paid. The number stands in the title of a split payment: `/VAT/…/IDC/NIP/INV/…`. */
function cellsOf(line: string): string[] | undefined {
  const day = ORDER.exec(line)?.[1]
  if (day === undefined) return undefined
  const quoted = Array.from(line.matchAll(QUOTED), ([, text = '']) => text.replaceAll('""', '"'))
  const [, account = '', , payee = ''] = quoted
  const title = quoted.slice(4).join('|').replaceAll('|', '')
  const nip = /\/IDC\/([^/]*)/.exec(title)?.[1] ?? ''
  const [name = ''] = payee.split('|')
  return [nip, account, `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`, name].map((text) => text.trim())
}

/** The orders of a payment package as rows; lines that are no orders are counted in a note. */
export function readElixir(text: string): {
  readonly rows: readonly SheetRow[]
  readonly notes: readonly SourceNote[]
} {
  const rows: SheetRow[] = [{ line: 0, cells: NAMES }]
  let other = 0
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const cells = cellsOf(line)
    if (cells !== undefined) rows.push({ line: at + 1, cells })
    else if (line.trim() !== '') other += 1
  }
  return { rows, notes: ['elixir', ...(other > 0 ? [{ note: 'unread_lines' as const, count: other }] : [])] }
}
