import { isIdentifierRole, repeatedNames } from '@/lib/client/read-table/column-names'
import { sampleRows, measureSupport } from '@/lib/client/read-table/column-support'
import { bodyRows, type Mapping } from '@/lib/client/read-table/columns'
import { openSource } from '@/lib/client/read-table/foreign/open-source'
import { HEADER_ROWS } from '@/lib/client/read-table/header-row'
import { type ReadOptions, readText } from '@/lib/client/read-table/read-source'
import type { SourceResult, SourceTable } from '@/lib/client/read-table/source-table'
import { csvLine } from '@/lib/domain/files/csv'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'
import { tidyTags } from '@/lib/domain/tags/tags'

import type { ListFacts, Rejection } from '../job/import-api'
import { CHUNK, type JobItem, type RefusedItem } from '../job/job'
import { makeItems } from '../job/make-job'
import { type CheckedRow, isInGroup, isProblem, type RowGroup } from '../judge/checked-row'
import { ImportDocument, type RowEdit } from '../judge/import-document'
import { type KnownMonitor, type MonitoredPerson, type TagCount } from '../judge/known-monitors'
import { hiddenRows } from '../reconcile/apply-reconcile'
import {
  type PlanAction,
  type PlanOptions,
  type PlanRow,
  countActions,
  planReconcile,
} from '../reconcile/reconcile-plan'
import { type ColumnSample, type ImportSnapshot, type LoadResult, type PlanSnapshot } from './import-snapshot'
import { firstTexts, headText, toSample } from './samples'
import { COUNTRY_PLACEHOLDER, LINE_PLACEHOLDER, sha256Of, toRejection } from './to-rejection'

const FILE = { separator: ';', decimal: ',' } as const

export interface FileOptions extends ReadOptions {
  readonly file: Blob
}

/** Texts for the file of rejected rows, by type and reason, e.g. `nip:checksum` and `other:empty`. */
export type ReasonTexts = Readonly<Record<string, string>>

/** Each reason has a text per type of number. */
const reasonOf = ({ verdict }: CheckedRow): string =>
  verdict.kind === 'invalid' ? `${verdict.type ?? 'other'}:${verdict.reason}` : `other:${verdict.kind}`

function reasonTextOf(row: CheckedRow, reasons: ReasonTexts): string {
  const { verdict } = row
  const text = reasons[reasonOf(row)] ?? reasonOf(row)
  if (verdict.kind === 'repeated') return text.replace(LINE_PLACEHOLDER, String(verdict.firstLine))
  return verdict.kind === 'invalid' ? text.replace(COUNTRY_PLACEHOLDER, verdict.country ?? '') : text
}

/** Only these two actions send the row's subject; a removal refers to the monitor. */
function itemOf({ action, type, value, label, ...row }: PlanRow, tag: string): JobItem[] {
  if (action !== 'add' && action !== 'tag') return []
  const known = row.id === undefined ? undefined : { id: row.id, has: row.tags }
  /** Safe: both actions come from a row of the list whose type was checked. */
  return [{ line: row.line, type: type as IdentifierType, value, label, tags: tidyTags([...row.listTags, tag]), known }]
}

interface CorrectedCells {
  readonly label: string
  readonly cells: readonly string[]
  readonly column: number | undefined
}

/** The worker's API for the page. Calls run one at a time. */
export class ImportService {
  #document = new ImportDocument()
  #version = 0
  #group: RowGroup = 'all'
  #shown: readonly number[] = []
  #items: readonly JobItem[] = []
  #sha256: string | null = null
  #plan: readonly PlanRow[] = []
  #samples: { table: SourceTable; key: string; columns: readonly ColumnSample[] } | undefined

  readText({ text }: { text: string }): LoadResult {
    this.#sha256 = null
    return this.#load(readText(text), true)
  }

  async readFile({ file, ...options }: FileOptions): Promise<LoadResult> {
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (bytes === undefined) return { ok: false, fault: 'unreadable' }
    this.#sha256 = await sha256Of(bytes)
    return this.#load(await openSource(new Uint8Array(bytes), options))
  }

  map({ mapping }: { mapping: Mapping }): ImportSnapshot {
    this.#document.map(mapping)
    return this.#regroup()
  }

  /** Guesses the mapping for this header row, or for a list without one. */
  mapHeader({ header }: { header: number | undefined }): ImportSnapshot {
    return this.map({ mapping: this.#document.guess(header) })
  }

  /** The edited row stays in view even if it no longer belongs to the filtered group. */
  edit({ index, edit }: { index: number; edit: RowEdit }): ImportSnapshot {
    this.#document.edit(index, edit)
    return this.#snapshot()
  }

  choose({ digits, kind }: { digits: string; kind: IdentifierType }): ImportSnapshot {
    this.#document.choose(digits, kind)
    return this.#snapshot()
  }

  chooseForAll({ kind }: { kind: IdentifierType }): ImportSnapshot {
    this.#document.chooseForAll(kind)
    return this.#snapshot()
  }

  know({ monitors }: { monitors: readonly KnownMonitor[] }): ImportSnapshot {
    this.#document.setMonitors(monitors)
    return this.#regroup()
  }

  unasked(): readonly string[] {
    return this.#document.personsToRequest()
  }

  knowPersons({ persons }: { persons: readonly MonitoredPerson[] }): ImportSnapshot {
    this.#document.setPersons(persons)
    return this.#regroup()
  }

  tags(): readonly TagCount[] {
    return this.#document.known.tags()
  }

  group({ group }: { group: RowGroup }): ImportSnapshot {
    return this.#regroup(group)
  }

  rows({ from, to }: { from: number; to: number }): CheckedRow[] {
    return this.#shown.slice(from, to).flatMap((index) => this.#document.rows[index] ?? [])
  }

  /** Freezes the list to send, with at most `limit` new subjects, so that reading it in chunks is consistent. */
  prepare({ tags, limit = Infinity }: { tags: readonly string[]; limit?: number | undefined }): { items: number } {
    let remaining = limit
    this.#items = makeItems(this.#document.rows, tags, this.#document.known).filter(({ known }) => {
      if (known === undefined) remaining -= 1
      return known !== undefined || remaining >= 0
    })
    return { items: this.#items.length }
  }

  chunk({ index }: { index: number }): readonly JobItem[] {
    return this.#items.slice(index * CHUNK, (index + 1) * CHUNK)
  }

  plan(options: PlanOptions): PlanSnapshot {
    this.#plan = planReconcile(this.#document.rows, this.#document.known, options)
    this.#items = this.#plan.flatMap((row) => itemOf(row, options.tag))
    const shared = this.#plan.filter(
      ({ action, tags }) => action === 'untag' || (action === 'remove' && tags.length > 1),
    )
    const hidden = hiddenRows(this.#plan.filter(({ action }) => action === 'remove'))
    return { counts: countActions(this.#plan), shared: shared.length, hidden: hidden.length }
  }

  planRows({ action, from, to }: { action: PlanAction; from: number; to: number }): PlanRow[] {
    return this.#plan.filter((row) => row.action === action).slice(from, to)
  }

  /** The rejected rows as in the source, with reasons, as a file that a Polish spreadsheet opens by double click. */
  rejected({
    header,
    reasons,
    refused,
  }: {
    header: readonly string[]
    reasons: ReasonTexts
    refused: readonly RefusedItem[]
  }) {
    const problemLines = this.#document.rows
      .filter(isProblem)
      .map((row) => ({ line: row.line, cells: this.#cellsOf(row), reason: reasonTextOf(row, reasons) }))
    const refusedLines = refused.map(({ line, identifier, reason }) => ({
      line,
      cells: this.#cellsWith(identifier),
      reason,
    }))
    const lines = [...problemLines, ...refusedLines]
      .sort((a, b) => a.line - b.line)
      .map(({ line, cells, reason }) => csvLine([line, reason, ...cells], FILE))
    return `\uFEFF${csvLine([...header, ...this.#document.names], FILE)}${lines.join('')}`
  }

  facts(): ListFacts {
    const { all: rows, problems: refused, repeated } = this.#document.count()
    return { rows, refused, repeated, file_sha256: this.#sha256 }
  }

  /** A part of the unsent rows, with formatted reasons. */
  rejections({ from, to, reasons }: { from: number; to: number; reasons: ReasonTexts }): readonly Rejection[] {
    return this.#document.rows
      .filter((row) => isProblem(row) || row.verdict.kind === 'repeated')
      .map((row, place) => toRejection(row, place, reasonTextOf(row, reasons)))
      .slice(from, to)
  }

  /** The rows beyond the maximum, as a separate list. */
  rest(): string {
    const { names, rest } = this.#document
    const rows = [...(names.length > 0 ? [names] : []), ...rest.map(({ cells }) => cells)]
    return `\uFEFF${rows.map((cells) => csvLine(cells, FILE)).join('')}`
  }

  /** The source cells, with corrected values in place of the original ones. */
  #cellsOf(row: CheckedRow): readonly string[] {
    const cells = this.#document.cellsOf(row)
    const { identifier, label, column } = row
    return row.isEdited ? this.#cellsWith(identifier, { label, cells, column }) : cells
  }

  #cellsWith(identifier: string, { label = '', cells = [], column }: Partial<CorrectedCells> = {}): readonly string[] {
    const { roles } = this.#document.mapping
    const at = column ?? Math.max(0, roles.findIndex(isIdentifierRole))
    const labelAt = roles.indexOf('label')
    return Array.from({ length: Math.max(1, roles.length) }, (_, index) => {
      if (index === at) return identifier
      return index === labelAt ? label : (cells[index] ?? '')
    })
  }

  #load(result: SourceResult, isTyped = false): LoadResult {
    if (!result.ok) return result
    this.#document.load(result.table, { isTyped })
    return { ok: true, snapshot: this.#regroup('all') }
  }

  #regroup(group = this.#group): ImportSnapshot {
    this.#group = group
    this.#shown = this.#document.rows.filter((row) => isInGroup(row, group)).map(({ index }) => index)
    return this.#snapshot()
  }

  #snapshot(): ImportSnapshot {
    this.#version += 1
    const { table, names, mapping, rest } = this.#document
    return {
      version: this.#version,
      names,
      columns: this.#columns(),
      heads: table.rows.slice(0, HEADER_ROWS).map(({ line, cells }) => ({ line, text: headText(cells) })),
      mapping,
      rowCount: this.#document.rowCount,
      counts: this.#document.count(),
      unclear: this.#document.unclearKinds(),
      group: this.#group,
      shown: this.#shown.length,
      notes: table.notes,
      repeatedNames: repeatedNames(names),
      rest: rest.length,
      unasked: this.#document.personsToRequest().length,
      encoding: table.encoding,
      separator: table.separator,
      sheets: table.sheets ?? [],
      sheet: table.sheet,
      hiddenSheets: table.hiddenSheets ?? [],
      hiddenRows: table.hiddenRows,
    }
  }

  #columns(): readonly ColumnSample[] {
    const { table, width, mapping } = this.#document
    const key = `${mapping.header}`
    if (this.#samples?.table !== table || this.#samples.key !== key) {
      const body = bodyRows(table.rows, mapping.header)
      const sample = sampleRows(body)
      const columns = Array.from({ length: width }, (_, column) =>
        toSample(firstTexts(sample, column), measureSupport(sample, column)),
      )
      this.#samples = { table, key, columns }
    }
    return this.#samples.columns
  }
}
