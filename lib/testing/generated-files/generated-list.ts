import { utils, write, type BookType, type CellObject } from '@e965/xlsx'

import { rng, type Rng } from '@/lib/sample/rng'

import { krsOf, nipOf, peselOf } from '../identifiers'
import { encodeText, type GeneratedEncoding, writtenText } from './encode-text'
import { empty, type GeneratedCell, type GeneratedSheet, serialOf, shownText, textCell } from './generated-cell'
import { writeHtml } from './html-writer'
import { writeOds } from './ods-writer'
import { writeXlsx, type XlsxStyle } from './xlsx-writer'

/** A file in the format of some program, and its content. */
export interface GeneratedList {
  /** Name of the program, for the message of a test. */
  readonly maker: string
  readonly bytes: Uint8Array
  /** Column names and visible rows, as a reader must return them. */
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Number of rows above the header. */
  readonly above: number
  /** Rows that the spreadsheet hides; not included in `rows`. */
  readonly hidden: readonly (readonly string[])[]
  /** The file is damaged: a reader must refuse it or read it correctly. */
  readonly isDamaged: boolean
  /** Letters may be lost in this encoding; digits may not. */
  readonly encoding: GeneratedEncoding | undefined
}

interface Draft {
  readonly header: readonly string[]
  readonly above: readonly (readonly GeneratedCell[])[]
  readonly body: readonly (readonly GeneratedCell[])[]
  readonly hidden: ReadonlySet<number>
}

const NAMES = [
  'Żółć i Spółka sp. z o.o.',
  'Zakład „Gęśl” Łódź',
  'Firma <A> & B; oddział',
  'Przedsiębiorstwo  Źródło',
  'Alfa, Beta | Gamma',
  'Spółka "Cudzysłów" S.A.',
  'Dwie\nlinie',
  'Nr 12/2026 >5%',
]
const LETTERHEAD = [
  'Zestawienie kontrahentów',
  'Stan na dzień',
  'Sporządził: Jan Żak',
  'Oddział w Łodzi',
  'Wydruk próbny',
]

const withHyphens = (nip: string): string => nip.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1-$2-$3-$4')
const account = (index: number): string =>
  `${String(10 + (index % 80))}1090101400000${String(712_198_100_000 + index)}`.slice(0, 26)
const dayOf = (random: Rng): string =>
  `2026-${String(random.int(1, 11)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`

interface GeneratedColumn {
  readonly name: string
  readonly cell: (index: number, random: Rng) => GeneratedCell
}

const COLUMNS: readonly GeneratedColumn[] = [
  {
    name: 'NIP',
    cell: (index, random) => (random.chance(0.5) ? textCell(nipOf(index)) : { kind: 'number', digits: nipOf(index) }),
  },
  { name: 'Nazwa', cell: (_, random) => (random.chance(0.05) ? empty : textCell(random.pick(NAMES))) },
  {
    name: 'KRS',
    cell: (index, random) => {
      if (random.chance(0.2)) return empty
      const krs = krsOf(index)
      return random.chance(0.5) ? textCell(krs) : { kind: 'number', digits: krs.replace(/^0+/, ''), zeros: 10 }
    },
  },
  { name: 'PESEL', cell: (index) => textCell(peselOf(index)) },
  { name: 'Rachunek', cell: (index, random) => (random.chance(0.3) ? empty : textCell(account(index))) },
  { name: 'Data zlecenia', cell: (_, random) => ({ kind: 'day', day: dayOf(random), isTimed: random.chance(0.3) }) },
  { name: 'Kwota', cell: (index) => ({ kind: 'number', digits: String(index * 37 + 100) }) },
]

function draftOf(random: Rng, canHide: boolean): Draft {
  const [nip, ...others] = COLUMNS
  const chosen = others.filter(() => random.chance(0.6))
  const columns = nip === undefined ? chosen : [...chosen.slice(0, 1), nip, ...chosen.slice(1)]
  const first = random.int(1, 4000)
  const count = random.int(3, 14)
  // Either all rows have a number with hyphens, or none.
  const isGrouped = random.chance(0.3)
  const body = Array.from({ length: count }, (_, at) =>
    columns.map(({ name, cell }) =>
      name === 'NIP' && isGrouped ? textCell(withHyphens(nipOf(first + at))) : cell(first + at, random),
    ),
  )
  const above = random.chance(0.4) ? LETTERHEAD.slice(0, random.int(1, 5)).map((text) => [textCell(text)]) : []
  const isFiltered = canHide && random.chance(0.3)
  const hidden = new Set(isFiltered ? body.map((_, at) => at).filter((at) => at > 0 && random.chance(0.4)) : [])
  return { header: columns.map(({ name }) => name), above, body, hidden }
}

function sheetOf({ header, above, body, hidden }: Draft, name: string): GeneratedSheet {
  const skipped = above.length + 1
  return {
    name,
    rows: [...above, header.map(textCell), ...body],
    hidden: new Set([...hidden].map((at) => at + skipped)),
  }
}

const GUIDE: GeneratedSheet = {
  name: 'Instrukcja',
  rows: [[textCell('Wypełnij kolumny w drugim arkuszu')]],
  hidden: new Set(),
}

const styleOf = (random: Rng): XlsxStyle => ({
  bookPath: random.pick(['xl/workbook.xml', 'xl/book1.xml', 'Workbook/Main.xml']),
  textsPath: random.pick(['xl/sharedStrings.xml', 'xl/SharedStrings.xml', 'texts/table.xml']),
  target: random.pick(['relative', 'absolute', 'other_case']),
  hasTypes: random.chance(0.7),
  backslashes: random.chance(0.1),
  prefix: random.chance(0.2) ? 'x:' : '',
  isStrict: random.chance(0.2),
  texts: random.pick(['shared', 'shared', 'rich', 'phonetic', 'cdata', 'inline', 'formula']),
  references: random.chance(0.8),
  blank: random.pick(['absent', 'bare', 'shared']),
  days: random.pick(['built_in', 'custom', 'iso']),
  is1904: random.chance(0.2),
  encoding: random.weighted([
    ['utf-8', 6],
    ['utf-8 mark', 2],
    ['utf-16', 1],
    ['utf-16 no mark', 1],
    ['utf-8 called utf-16', 1],
  ]),
  before: random.chance(0.1) ? 'HTTP header\r\n\r\n' : '',
  after: random.chance(0.1) ? '\r\n--end--' : '',
  isStored: random.chance(0.2),
  numbers: random.pick(['plain', 'plain', 'exponent', 'decimal']),
  damage: random.chance(0.1) ? random.pick(['no_texts', 'wrong_index', 'cut']) : undefined,
})

function toLibraryCell(cell: GeneratedCell): CellObject | null {
  switch (cell.kind) {
    case 'empty':
      return null
    case 'text':
      return { t: 's', v: cell.text }
    case 'number':
      return { t: 'n', v: Number(cell.digits), ...(cell.zeros === undefined ? {} : { z: '0'.repeat(cell.zeros) }) }
    case 'day':
      return { t: 'n', v: serialOf(cell), z: cell.isTimed ? 'yyyy-mm-dd hh:mm' : 'dd.mm.yyyy' }
  }
}

function writeWithLibrary(sheets: readonly GeneratedSheet[], type: BookType): Uint8Array {
  const book = utils.book_new()
  for (const { name, rows, hidden } of sheets) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(toLibraryCell)))
    sheet['!rows'] = rows.map((_, at) => ({ hidden: hidden.has(at) }))
    utils.book_append_sheet(book, sheet, name)
  }
  // Safe: `array` returns this type.
  return new Uint8Array(write(book, { type: 'array', bookType: type, cellStyles: true }) as ArrayBuffer)
}

function quoted(text: string, separator: string, isAlways: boolean): string {
  const needsQuotes = isAlways || text.includes('"') || text.includes(separator) || text.includes('\n')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

function writeAsText(
  { header, above, body }: Draft,
  random: Rng,
): { bytes: Uint8Array; maker: string; encoding: GeneratedEncoding } {
  const separator = random.pick([';', '\t', ',', '|'])
  const encoding = random.pick<GeneratedEncoding>([
    'utf-8',
    'utf-8 mark',
    'windows-1250',
    'iso-8859-2',
    'cp852',
    'mazovia',
    'utf-16',
  ])
  const isAlways = random.chance(0.3)
  const end = random.pick(['\n', '\r\n', '\r'])
  const rows = [...above, header.map(textCell), ...body].map((row) =>
    row.map((cell) => quoted(cell.kind === 'text' ? cell.text : shownText(cell), separator, isAlways)).join(separator),
  )
  const text = `${random.chance(0.2) ? `sep=${separator}${end}` : ''}${rows.join(end)}${random.chance(0.7) ? end : ''}`
  const maker = `text, ${JSON.stringify(separator)}, ${encoding}, ${isAlways ? 'quotes' : ''}, ${JSON.stringify(end)}`
  return { bytes: encodeText(text, encoding), maker, encoding }
}

const MAKERS = ['xlsx', 'xlsx', 'xlsx', 'xlsx', 'ods', 'biff8', 'xlsb', 'xlml', 'html', 'text', 'text', 'text'] as const
/** Formats in which the library writes hidden rows. */
const FORMATS_WITH_HIDDEN_ROWS = new Set<string>(['xlsx', 'ods', 'xlsb', 'xlml', 'html'])

/** The list with a given index: the same in every run, in the style of one of many programs. */
export function makeList(index: number): GeneratedList {
  const random = rng(`made-list|${index}`)
  const maker = random.pick(MAKERS)
  const draft = draftOf(random, FORMATS_WITH_HIDDEN_ROWS.has(maker))
  const shownTexts = (rows: Draft['body']) => rows.map((row) => row.map(shownText))
  const truth = {
    header: draft.header,
    rows: shownTexts(draft.body.filter((_, at) => !draft.hidden.has(at))),
    hidden: shownTexts(draft.body.filter((_, at) => draft.hidden.has(at))),
    above: draft.above.length,
    isDamaged: false,
    encoding: undefined,
  }
  if (maker === 'text') {
    const textFile = writeAsText(draft, random)
    // Letters missing in the encoding are lost when the file is written.
    const encodeRow = (row: readonly string[]) => row.map((text) => writtenText(text, textFile.encoding))
    return { ...truth, ...textFile, header: encodeRow(truth.header), rows: truth.rows.map(encodeRow) }
  }
  const sheets = [...(random.chance(0.3) && maker !== 'html' ? [GUIDE] : []), sheetOf(draft, 'Lista')]
  if (maker === 'ods') return { ...truth, maker, bytes: writeOds(sheets) }
  if (maker === 'html') return { ...truth, maker, bytes: writeHtml(sheets, random.pick(['utf-8', 'windows-1250'])) }
  if (maker !== 'xlsx') return { ...truth, maker, bytes: writeWithLibrary(sheets, maker) }
  const style = styleOf(random)
  // Days as text do not depend on the date system, so they do not test that of 1904.
  return {
    ...truth,
    maker: `xlsx, ${JSON.stringify(style)}`,
    bytes: writeXlsx(sheets, style),
    isDamaged: style.damage !== undefined,
  }
}
