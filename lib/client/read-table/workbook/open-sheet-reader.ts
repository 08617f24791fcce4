import { isBlank, MAX_CELLS, type SheetRow, type SourceNote } from '../source-table'
import { WorkbookRefusal } from './archive'
import { numberText, plain } from './number-format'
import { MAX_SHEET_COLUMNS, type RawSheet } from './raw-sheet'
import { tidyCell } from './sheet-reader'
import { attributeOf, scanXml } from './xml-scan'

/** Elements of a cell's text; others, such as annotations or drawings, are not part of its value. */
const TEXT = new Set(['p', 'span', 'a', 's', 'tab', 'line-break', 'ruby', 'ruby-base'])
const NUMBERS = new Set(['float', 'currency', 'percentage'])
const CELLS = new Set(['table-cell', 'covered-table-cell'])

const repeatOf = (attributes: string, axis: 'columns' | 'rows'): number => {
  const count = Number(attributeOf(attributes, `number-${axis}-repeated`) ?? 1)
  return Number.isSafeInteger(count) && count > 0 ? count : 1
}

/** The number with leading zeros and letters, if these come only from the cell's format. */
function shownNumber(value: string, shown: string): string {
  const text = numberText(value, { shape: plain, is1904: false })
  const digits = /^(?:\p{L}{1,4}\s?)?([\d\s-]+)$/u.exec(shown.trim())?.[1]?.replace(/\D/g, '')
  return digits !== undefined && digits !== text && /^\d+$/.test(text) && digits.replace(/^0+/, '') === text
    ? shown.trim().replace(/(?<=\d)[\s-]+(?=\d)/g, '')
    : text
}

/** Reads one table of an OpenDocument text, selected by its index. */
export class OpenSheetReader {
  readonly #wanted: number
  readonly #rows: SheetRow[] = []
  readonly #hidden = new Set<number>()
  readonly #hiddenColumns: boolean[] = []
  readonly #notes = new Set<SourceNote>()
  #table = -1
  #isInTable = false
  #line = 0
  #filled = 0
  #errors = 0
  #cutColumns = 0
  #rowRepeat = 1
  #isHiddenRow = false
  #cells: string[] = []
  #cell: string | undefined
  #text = ''
  #paragraphs = 0
  #skipped = 0

  constructor(wanted: number) {
    this.#wanted = wanted
  }

  read(xml: string): RawSheet {
    scanXml(xml, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      text: (text) => {
        if (this.#cell !== undefined && this.#paragraphs > 0 && this.#skipped === 0) this.#text += text
      },
    })
    const isFilled = (column: number) => this.#rows.some(({ cells }) => (cells[column] ?? '') !== '')
    return {
      rows: this.#rows,
      hidden: this.#hidden,
      hiddenColumns: this.#hiddenColumns.filter((isHidden, column) => isHidden && isFilled(column)).length,
      cutColumns: this.#cutColumns,
      errors: this.#errors,
      notes: [...this.#notes],
    }
  }

  #open(name: string, attributes: string): void {
    if (this.#cell !== undefined) this.#openInCell(name, attributes)
    else if (name === 'table') {
      this.#table += 1
      this.#isInTable = this.#table === this.#wanted
    } else if (this.#isInTable) this.#openInTable(name, attributes)
  }

  #openInTable(name: string, attributes: string): void {
    if (name === 'table-row') {
      this.#cells = []
      this.#rowRepeat = repeatOf(attributes, 'rows')
      this.#isHiddenRow = (attributeOf(attributes, 'visibility') ?? 'visible') !== 'visible'
    } else if (name === 'table-column') {
      const isHidden = (attributeOf(attributes, 'visibility') ?? 'visible') !== 'visible'
      const count = Math.min(repeatOf(attributes, 'columns'), MAX_SHEET_COLUMNS - this.#hiddenColumns.length)
      for (let remaining = count; remaining > 0; remaining -= 1) this.#hiddenColumns.push(isHidden)
    } else if (CELLS.has(name)) this.#openCell(attributes)
  }

  #openCell(attributes: string): void {
    this.#cell = attributes
    this.#text = ''
    if (Number(attributeOf(attributes, 'number-rows-spanned') ?? 1) > 1) this.#notes.add('merged')
  }

  #openInCell(name: string, attributes: string): void {
    if (this.#skipped > 0 || !TEXT.has(name)) this.#skipped += 1
    else if (name === 'p') {
      if (this.#text !== '') this.#text += ' '
      this.#paragraphs += 1
    } else if (name === 's' || name === 'tab' || name === 'line-break')
      this.#text += ' '.repeat(Math.min(100, Number(attributeOf(attributes, 'c') ?? 1)))
  }

  #close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1
    else if (name === 'p' && this.#cell !== undefined) this.#paragraphs -= 1
    else if (CELLS.has(name) && this.#cell !== undefined) this.#closeCell(this.#cell)
    else if (name === 'table-row' && this.#isInTable) this.#closeRow()
    else if (name === 'table') this.#isInTable = false
  }

  #closeCell(attributes: string): void {
    this.#cell = undefined
    const text = tidyCell(this.#valueOf(attributes))
    const count = repeatOf(attributes, 'columns')
    const countToAdd = Math.min(count, MAX_SHEET_COLUMNS - this.#cells.length)
    for (let remaining = countToAdd; remaining > 0; remaining -= 1) this.#cells.push(text)
    if (text !== '' && count > countToAdd) this.#cutColumns = Math.max(this.#cutColumns, count - countToAdd)
  }

  #valueOf(attributes: string): string {
    const type = attributeOf(attributes, 'value-type') ?? 'string'
    if (attributeOf(attributes, 'formula') !== undefined) this.#notes.add('formulas')
    if (NUMBERS.has(type)) return shownNumber(attributeOf(attributes, 'value') ?? '', this.#text)
    const attributeValue = attributeOf(attributes, `${type}-value`) ?? ''
    if (type === 'string') return this.#stringOf(attributeValue)
    const value = attributeValue === '' ? this.#text : attributeValue
    return type === 'boolean' ? value.toUpperCase() : value.replace(/T00:00(?::00(?:\.0+)?)?$/, '')
  }

  #stringOf(attributeValue: string): string {
    if (/^(#[A-Z/0!?]+|Err:\d+)$/.test(this.#text)) this.#errors += 1
    return this.#text === '' ? attributeValue : this.#text
  }

  #closeRow(): void {
    const cells = this.#cells
    while (cells.at(-1) === '') cells.pop()
    const first = this.#line + 1
    this.#line += this.#rowRepeat
    if (isBlank(cells)) return
    this.#filled += cells.length * this.#rowRepeat
    if (this.#filled > MAX_CELLS) throw new WorkbookRefusal('too_wide')
    for (let line = first; line <= this.#line; line += 1) {
      this.#rows.push({ line, cells })
      if (this.#isHiddenRow) this.#hidden.add(line)
    }
  }
}
