import {
  bodyRows,
  guessMapping,
  type GuessOptions,
  type Mapping,
  countColumns,
  updateRivals,
} from '@/lib/client/read-table/columns'
import { findHeader } from '@/lib/client/read-table/header-row'
import { MAX_ROWS, type SheetRow, type SourceTable } from '@/lib/client/read-table/source-table'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

import { type CheckedRow, isInGroup, type RowGroup, rowGroups, type RowVerdict } from './checked-row'
import { type JudgedRow, judgeRow, type KindChoices, type KindQuestion, noChoices } from './judge-row'
import { identifierKey, type KnownMonitor, KnownMonitors, type MonitoredPerson } from './known-monitors'
import { columnsOf, noListedRow, type ListedRow, readListedRows } from './read-rows'

export interface RowEdit {
  readonly identifier?: string
  readonly label?: string
}

const noTable: SourceTable = { rows: [], rest: [], notes: [] }

/**
 * A list being imported: its source, the interpretation of its columns, corrections and choices of the user, and the
 * existing monitors. It lives in the worker; the page receives counts and the visible rows.
 */
export class ImportDocument {
  #table = noTable
  #mapping: Mapping = { header: undefined, roles: [] }
  #isTyped = false
  #edits = new Map<number, RowEdit>()
  #choices: KindChoices = noChoices
  #known = new KnownMonitors()
  #listedRows: ListedRow[] = []
  #judged: JudgedRow[] = []
  #rows: CheckedRow[] = []

  /** Loads a new source and drops the edits of the previous one. */
  load(table: SourceTable, { isTyped = false }: GuessOptions = {}): void {
    this.#table = table
    this.#isTyped = isTyped
    this.#edits.clear()
    this.#choices = noChoices
    this.map(this.guess(findHeader(table.rows)))
  }

  guess(header: number | undefined): Mapping {
    return guessMapping(this.#table.rows, header, { isTyped: this.#isTyped })
  }

  map(newMapping: Mapping): void {
    const mapping = updateRivals(this.#table.rows, newMapping)
    if (mapping.header !== this.#mapping.header || mapping.isEach !== this.#mapping.isEach) this.#edits.clear()
    this.#mapping = mapping
    const columns = columnsOf(mapping, this.names)
    this.#listedRows = this.#body().flatMap((row, sourceRow) => readListedRows(row, sourceRow, columns))
    this.#judgeAll()
  }

  edit(index: number, edit: RowEdit): void {
    this.#edits.set(index, { ...this.#edits.get(index), ...edit })
    this.#judged[index] = this.#judge(index)
    this.#updateVerdicts()
  }

  choose(digits: string, kind: IdentifierType): void {
    this.#choices = { ...this.#choices, byDigits: new Map(this.#choices.byDigits).set(digits, kind) }
    this.#judgeAll()
  }

  chooseForAll(forAll: IdentifierType): void {
    this.#choices = { byDigits: new Map(), forAll }
    this.#judgeAll()
  }

  setMonitors(monitors: readonly KnownMonitor[]): void {
    this.#known.set(monitors)
    this.#updateVerdicts()
  }

  setPersons(persons: readonly MonitoredPerson[]): void {
    this.#known.setPersons(persons)
    this.#updateVerdicts()
  }

  /** Personal numbers of the list whose monitors have not been requested yet. */
  personsToRequest(): string[] {
    const values = this.#judged.flatMap(({ judgement }) =>
      judgement.kind === 'ok' && judgement.type === 'pesel' && !this.#known.isPersonKnown(judgement.value)
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

  get names(): readonly string[] {
    const { header } = this.#mapping
    return header === undefined ? [] : (this.#table.rows[header]?.cells ?? [])
  }

  get width(): number {
    return countColumns(this.#table.rows)
  }

  /** Rows beyond the maximum, including those reserved for titles and a header that the list does not have. */
  get rest(): readonly SheetRow[] {
    const { rows, rest } = this.#table
    return [...bodyRows(rows, this.#mapping.header).slice(MAX_ROWS), ...rest]
  }

  unclearKinds(): IdentifierType[] {
    const kinds = new Set<IdentifierType>()
    for (const { verdict } of this.#rows) {
      if (verdict.kind === 'ambiguous') for (const kind of verdict.question.kinds) kinds.add(kind)
    }
    return [...kinds].sort()
  }

  count(): Record<RowGroup, number> {
    const counts = { all: 0, problems: 0, new: 0, monitored: 0, repeated: 0, ambiguous: 0, invalid: 0, fixed: 0 }
    for (const row of this.#rows) for (const group of rowGroups) if (isInGroup(row, group)) counts[group] += 1
    return counts
  }

  /** The source cells of a row, for the file of rejected rows. */
  cellsOf(row: CheckedRow): readonly string[] {
    return this.#body()[row.sourceRow]?.cells ?? []
  }

  /** The number of checked source rows; a source row with two numbers gives two rows in the list. */
  get rowCount(): number {
    return this.#body().length
  }

  #body(): readonly SheetRow[] {
    return bodyRows(this.#table.rows, this.#mapping.header).slice(0, MAX_ROWS)
  }

  #judgeAll(): void {
    this.#judged = this.#listedRows.map((_, index) => this.#judge(index))
    this.#updateVerdicts()
  }

  /** A number typed by the user is interpreted by its shape, whatever its column. */
  #inputOf(index: number): ListedRow {
    const listedRow = this.#listedRows[index] ?? noListedRow
    const edit = this.#edits.get(index)
    if (edit === undefined) return listedRow
    const { identifier, label = listedRow.label } = edit
    if (identifier === undefined) return { ...listedRow, label }
    const isShort = listedRow.numbers.some((number) => number.isShort || number.role === 'krs')
    // A corrected number is assumed to be Polish.
    return {
      ...listedRow,
      label,
      isFilter: false,
      country: undefined,
      numbers: [{ text: identifier, role: 'any', isShort }],
    }
  }

  #judge(index: number): JudgedRow {
    return judgeRow(this.#inputOf(index), this.#choices)
  }

  /** Completes the results that depend on other data: repetitions and existing monitors. */
  #updateVerdicts(): void {
    const firstLines = new Map<string, number>()
    this.#rows = this.#judged.map((judgedRow, index) => {
      const { line, sourceRow, column, label, tags } = this.#inputOf(index)
      const { identifier, fix, skippedNumber, question, chosen } = judgedRow
      const verdict = this.#verdictOf(judgedRow, line, firstLines)
      const isEdited = this.#edits.has(index)
      return {
        index,
        sourceRow,
        column,
        line,
        identifier,
        label,
        tags,
        verdict,
        fix,
        skippedNumber,
        question,
        chosen,
        isEdited,
      }
    })
  }

  #verdictOf({ judgement }: JudgedRow, line: number, firstLines: Map<string, number>): RowVerdict {
    const resolved = judgement.kind === 'ambiguous' ? this.#monitoredKrs(judgement.question) : judgement
    if (resolved.kind !== 'ok') return resolved
    const { type, value } = resolved
    const key = identifierKey(type, value)
    const firstLine = firstLines.get(key)
    if (firstLine !== undefined) return { kind: 'repeated', type, value, firstLine }
    firstLines.set(key, line)
    const known = this.#known.find(type, value)
    return known === undefined ? { kind: 'new', type, value } : { kind: 'monitored', type, value, id: known.id }
  }

  /** A short number that the account already monitors is not ambiguous. */
  #monitoredKrs(question: KindQuestion): JudgedRow['judgement'] {
    const value = question.digits.padStart(10, '0')
    const isKnown = question.about === 'short' && this.#known.find('krs', value) !== undefined
    return isKnown ? { kind: 'ok', type: 'krs', value } : { kind: 'ambiguous', question }
  }
}
