import { isBlank, MAX_CELLS, type SheetRow, type SourceNote } from '../source-table'
import { WorkbookRefusal } from './archive'
import { numberText, type NumberShape, plain } from './number-format'
import { MAX_SHEET_COLUMNS, type RawSheet } from './raw-sheet'
import { attributeOf, scanXml } from './xml-scan'

export interface CellSources {
  /** Undefined: the workbook has no table of texts. */
  readonly shared: readonly string[] | undefined
  readonly shapes: readonly NumberShape[]
  readonly is1904: boolean
}

/** `BC12` → 54; undefined when the cell has no reference. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = Math.min(column * 26 + letter - 64, 1_000_000)
  }
  return column === 0 ? undefined : column - 1
}

export const tidyCell = (text: string): string => (/[\s\p{Cc}]/u.test(text) ? text.replace(/\s+/g, ' ').trim() : text)

/** Excel writes characters that XML does not allow as `_x000D_`. */
export const unescapeCell = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** `2026-11-24T00:00:00` is a day without a time. */
const isoText = (value: string): string => value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')

/** Values of types other than texts and numbers. */
const textOfType: Readonly<Record<string, (value: string) => string>> = {
  b: (value) => (value === '' ? '' : isTrue(value) ? 'TRUE' : 'FALSE'),
  e: (value) => value,
  d: isoText,
}

export class SheetReader {
  readonly #sources: CellSources
  readonly #rows: SheetRow[] = []
  readonly #hidden = new Set<number>()
  readonly #hiddenColumns: [from: number, to: number][] = []
  readonly #cutColumns = new Set<number>()
  readonly #notes = new Set<SourceNote>()
  #filled = 0
  #errors = 0
  #line = 0
  #cells: string[] | undefined
  #column = 0
  #isInCell = false
  #type = 'n'
  #style = 0
  #hasFormula = false
  #value: string | undefined
  #inline: string | undefined
  /** The element whose text is collected. */
  #reads: 'v' | 't' | undefined
  #phonetic = 0
  #isSheet = false

  constructor(sources: CellSources) {
    this.#sources = sources
  }

  read(xml: string): RawSheet {
    scanXml(xml, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      text: (text) => {
        if (this.#reads === 'v') this.#value += text
        else if (this.#reads === 't' && this.#phonetic === 0) this.#inline += text
      },
    })
    // Another kind of part or an unknown encoding must not be taken for an empty sheet.
    if (!this.#isSheet) throw new WorkbookRefusal('broken_workbook')
    const width = this.#rows.reduce((max, { cells }) => Math.max(max, cells.length), 0)
    return {
      rows: this.#rows,
      hidden: this.#hidden,
      hiddenColumns: this.#countHidden(width),
      cutColumns: this.#cutColumns.size,
      errors: this.#errors,
      notes: [...this.#notes],
    }
  }

  #open(name: string, attributes: string): void {
    if (this.#isInCell) this.#openInCell(name)
    else if (this.#cells !== undefined) {
      if (name === 'c') this.#openCell(attributes)
    } else this.#openOutside(name, attributes)
  }

  #openInCell(name: string): void {
    if (name === 'v') {
      this.#value ??= ''
      this.#reads = 'v'
    } else if (name === 'f') this.#hasFormula = true
    else if (name === 't') {
      this.#inline ??= ''
      this.#reads = 't'
    } else if (name === 'rPh') this.#phonetic += 1
    else if (name === 'c') throw new WorkbookRefusal('broken_workbook')
  }

  #openOutside(name: string, attributes: string): void {
    if (name === 'worksheet') this.#isSheet = true
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'mergeCell') this.#notes.add('merged')
    else if (name === 'col') this.#openColumns(attributes)
  }

  #openColumns(attributes: string): void {
    const isHidden = isTrue(attributeOf(attributes, 'hidden')) || attributeOf(attributes, 'width') === '0'
    if (!isHidden) return
    this.#hiddenColumns.push([Number(attributeOf(attributes, 'min')) - 1, Number(attributeOf(attributes, 'max')) - 1])
  }

  #openRow(attributes: string): void {
    const line = Number(attributeOf(attributes, 'r') ?? Number.NaN)
    this.#line = Number.isSafeInteger(line) && line > 0 ? line : this.#line + 1
    this.#cells = []
    if (isTrue(attributeOf(attributes, 'hidden')) || Number(attributeOf(attributes, 'ht') ?? 1) === 0)
      this.#hidden.add(this.#line)
  }

  #openCell(attributes: string): void {
    const cells = this.#cells ?? []
    this.#column = columnOf(attributeOf(attributes, 'r')) ?? cells.length
    this.#type = attributeOf(attributes, 't') ?? 'n'
    this.#style = Number(attributeOf(attributes, 's') ?? 0)
    this.#isInCell = true
    this.#hasFormula = false
    this.#value = undefined
    this.#inline = undefined
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#reads = undefined
    else if (name === 'rPh') this.#phonetic -= 1
    else if (name === 'c' && this.#isInCell) this.#closeCell()
    else if (name === 'row' && this.#cells !== undefined) this.#closeRow()
  }

  #closeCell(): void {
    this.#isInCell = false
    if (this.#hasFormula) this.#notes.add(this.#value === undefined ? 'formulas_empty' : 'formulas')
    const text = tidyCell(this.#cellText())
    if (this.#column >= MAX_SHEET_COLUMNS) {
      if (text !== '') this.#cutColumns.add(this.#column)
      return
    }
    const cells = this.#cells ?? []
    while (cells.length < this.#column) cells.push('')
    // With two cells in one place it is unclear which one is meant.
    if ((cells[this.#column] ?? '') !== '' && text !== cells[this.#column]) throw new WorkbookRefusal('broken_workbook')
    cells[this.#column] = text
  }

  #cellText(): string {
    if (this.#inline !== undefined) return unescapeCell(this.#inline)
    const value = this.#value ?? ''
    if (this.#type === 's') return this.#sharedText(value.trim())
    if (this.#type === 'n') {
      const { shapes, is1904 } = this.#sources
      return numberText(value, { shape: shapes[this.#style] ?? plain, is1904 })
    }
    if (this.#type === 'e' && value !== '') this.#errors += 1
    return textOfType[this.#type]?.(value.trim()) ?? unescapeCell(value)
  }

  /** A cell without an index is empty; one with an invalid index has lost its text and must not be taken for empty. */
  #sharedText(index: string): string {
    if (index === '') return ''
    const text = /^\d+$/.test(index) ? this.#sources.shared?.[Number(index)] : undefined
    if (text === undefined) throw new WorkbookRefusal('lost_texts')
    return text
  }

  #closeRow(): void {
    const cells = this.#cells ?? []
    this.#cells = undefined
    if (isBlank(cells)) return
    this.#rows.push({ line: this.#line, cells })
    this.#filled += cells.length
    if (this.#filled > MAX_CELLS) throw new WorkbookRefusal('too_wide')
  }

  #countHidden(width: number): number {
    const isHidden = (column: number) => this.#hiddenColumns.some(([from, to]) => column >= from && column <= to)
    return Array.from({ length: width }, (_, column) => column).filter(
      (column) => isHidden(column) && this.#rows.some(({ cells }) => (cells[column] ?? '') !== ''),
    ).length
  }
}
