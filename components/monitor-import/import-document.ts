import {
  type CheckedRow,
  isInGroup,
  keyOf,
  type KnownMonitor,
  type RowGroup,
  rowGroups,
  type Verdict,
} from './checked-row'
import { type ColumnRole, detectHeader, guessRoles, type IdentifierRole, isIdentifierRole, widthOf } from './columns'
import { type JudgedRow, judgeRow, type KindChoices, noChoices, splitTags, type TenDigits } from './judge-row'
import { KnownMonitors, type KnownPerson } from './known-monitors'
import { MAX_ROWS, type SheetRow, type SourceTable } from './source-table'

/** How the columns are read. */
export interface Mapping {
  readonly hasHeader: boolean
  readonly roles: readonly ColumnRole[]
}

export interface RowEdit {
  readonly identifier?: string
  readonly label?: string
}

const noTags: readonly string[] = []
const noTable: SourceTable = { rows: [], rest: [], notes: [] }

/** A label is one line; what a spreadsheet hides in it becomes a blank. */
const oneLine = (text: string): string => (/\p{Cc}/u.test(text) ? text.replace(/\p{Cc}+/gu, ' ').trim() : text)

interface ReadRow {
  readonly line: number
  readonly identifier: string
  readonly role: IdentifierRole
  readonly label: string
  readonly tags: readonly string[]
}

const noRow: ReadRow = { line: 0, identifier: '', role: 'any', label: '', tags: noTags }

/** Columns of each use, found once for all rows. */
interface Columns {
  readonly roles: readonly ColumnRole[]
  readonly identifiers: readonly number[]
  readonly labels: readonly number[]
  readonly tags: readonly number[]
}

function columnsOf(roles: readonly ColumnRole[]): Columns {
  const at = (wanted: (role: ColumnRole) => boolean) => roles.flatMap((role, column) => (wanted(role) ? [column] : []))
  return {
    roles,
    identifiers: at(isIdentifierRole),
    labels: at((role) => role === 'label'),
    tags: at((role) => role === 'tags'),
  }
}

const textsIn = (cells: readonly string[], columns: readonly number[]): string[] =>
  columns.map((column) => cells[column] ?? '').filter((text) => text !== '')

function readRow({ line, cells }: SheetRow, columns: Columns): ReadRow {
  const column = columns.identifiers.find((each) => cells[each]) ?? columns.identifiers[0]
  const role = column === undefined ? undefined : columns.roles[column]
  return {
    line,
    identifier: column === undefined ? '' : (cells[column] ?? ''),
    role: isIdentifierRole(role) ? role : 'any',
    label: oneLine(textsIn(cells, columns.labels).join(', ')),
    tags: columns.tags.length === 0 ? noTags : splitTags(textsIn(cells, columns.tags).join(',')),
  }
}

/**
 * A list on its way into the monitors: its source, how its columns are read, what was repaired and chosen by hand, and the
 * monitors that are there. It lives in the worker; the page sees counts and the rows on screen.
 */
export class ImportDocument {
  #table = noTable
  #mapping: Mapping = { hasHeader: false, roles: [] }
  #edits = new Map<number, RowEdit>()
  #choices: KindChoices = noChoices
  #known = new KnownMonitors()
  #read: ReadRow[] = []
  #judged: JudgedRow[] = []
  #rows: CheckedRow[] = []

  /** A new source; edits belonged to the old one. */
  load(table: SourceTable, mapping?: Mapping): void {
    this.#table = table
    this.#edits.clear()
    this.#choices = noChoices
    this.map(mapping ?? this.guess())
  }

  guess(hasHeader = detectHeader(this.#table.rows)): Mapping {
    return { hasHeader, roles: guessRoles(this.#table.rows, hasHeader) }
  }

  map(mapping: Mapping): void {
    if (mapping.hasHeader !== this.#mapping.hasHeader) this.#edits.clear()
    this.#mapping = mapping
    const columns = columnsOf(mapping.roles)
    this.#read = this.#body().map((row) => readRow(row, columns))
    this.#judgeAll()
  }

  edit(index: number, edit: RowEdit): void {
    this.#edits.set(index, { ...this.#edits.get(index), ...edit })
    this.#judged[index] = this.#judge(index)
    this.#settle()
  }

  choose(digits: string, kind: TenDigits): void {
    this.#choices = { ...this.#choices, byDigits: new Map(this.#choices.byDigits).set(digits, kind) }
    this.#judgeAll()
  }

  chooseForAll(forAll: TenDigits): void {
    this.#choices = { byDigits: new Map(), forAll }
    this.#judgeAll()
  }

  know(monitors: readonly KnownMonitor[]): void {
    this.#known.set(monitors)
    this.#settle()
  }

  knowPersons(persons: readonly KnownPerson[]): void {
    this.#known.setPersons(persons)
    this.#settle()
  }

  /** Personal numbers of the list that nobody has asked about yet. */
  unasked(): string[] {
    const values = this.#judged.flatMap(({ judgement }) =>
      judgement.kind === 'ok' && judgement.type === 'pesel' && !this.#known.isAsked(judgement.value)
        ? [judgement.value]
        : [],
    )
    return [...new Set(values)]
  }

  get rows(): readonly CheckedRow[] {
    return this.#rows
  }

  get table(): SourceTable {
    return this.#table
  }

  get mapping(): Mapping {
    return this.#mapping
  }

  get known(): KnownMonitors {
    return this.#known
  }

  /** The first row when it names the columns. */
  get names(): readonly string[] {
    return this.#mapping.hasHeader ? (this.#table.rows[0]?.cells ?? []) : []
  }

  get width(): number {
    return widthOf(this.#table.rows)
  }

  /** What is beyond the largest list: without a header the one row that was kept for it belongs here too. */
  get rest(): readonly SheetRow[] {
    const { rows, rest } = this.#table
    return [...rows.slice(this.#firstRow + MAX_ROWS), ...rest]
  }

  count(): Record<RowGroup, number> {
    const counts = { all: 0, problems: 0, new: 0, monitored: 0, repeated: 0, ambiguous: 0, invalid: 0, fixed: 0 }
    for (const row of this.#rows) for (const group of rowGroups) if (isInGroup(row, group)) counts[group] += 1
    return counts
  }

  /** The source's own cells of a row, for a file of what was not taken. */
  cellsOf(row: CheckedRow): readonly string[] {
    return this.#body()[row.index]?.cells ?? []
  }

  get #firstRow(): number {
    return this.#mapping.hasHeader ? 1 : 0
  }

  #body(): readonly SheetRow[] {
    return this.#table.rows.slice(this.#firstRow, this.#firstRow + MAX_ROWS)
  }

  #judgeAll(): void {
    this.#judged = this.#read.map((_, index) => this.#judge(index))
    this.#settle()
  }

  #textsOf(index: number): ReadRow {
    const read = this.#read[index] ?? noRow
    const edit = this.#edits.get(index)
    return edit === undefined ? read : { ...read, ...edit }
  }

  /** What was typed by hand is read by its shape, whatever the column is called. */
  #judge(index: number): JudgedRow {
    const row = this.#textsOf(index)
    const isTyped = this.#edits.get(index)?.identifier !== undefined
    return judgeRow(isTyped ? { ...row, role: 'any' } : row, this.#choices)
  }

  /** What only the surroundings of a row can tell: repetitions, and the monitors that are there. */
  #settle(): void {
    const firstLines = new Map<string, number>()
    this.#rows = this.#judged.map((judged, index) => {
      const { line, identifier, label, tags } = this.#textsOf(index)
      const verdict = this.#verdictOf(judged, line, firstLines)
      const { fix, chosen } = judged
      return { index, line, identifier, label, tags, verdict, fix, chosen, isEdited: this.#edits.has(index) }
    })
  }

  #verdictOf({ judgement }: JudgedRow, line: number, firstLines: Map<string, number>): Verdict {
    if (judgement.kind !== 'ok') return judgement
    const { type, value } = judgement
    const key = keyOf(type, value)
    const firstLine = firstLines.get(key)
    if (firstLine !== undefined) return { kind: 'repeated', type, value, firstLine }
    firstLines.set(key, line)
    const known = this.#known.find(type, value)
    return known === undefined ? { kind: 'new', type, value } : { kind: 'monitored', type, value, id: known.id }
  }
}
