import { createHash, type Hash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ReportFormat } from '@/lib/contract/reports'
import type { ReportSource } from '@/lib/domain/events/sources'
import { csvLine } from '@/lib/domain/files/csv'

/** Fields that KRZ and MSiG rows share, in the order of interface section 2.9. */
const heading = ['id', 'announcement_date', 'advisors', 'attributes', 'signature', 'number', 'title', 'court']
const category = ['court_division', 'rodzaj_sprawy', 'category', 'subcategory']
const debtor = [
  'debtor_kind',
  'debtor_name',
  'debtor_pesel',
  'debtor_nip',
  'debtor_krs',
  'debtor_legal_form',
  'debtor_miejscowosc',
  'debtor_country',
  'debtor_birth_date',
]
const entity = ['krs', 'nip', 'entity_name']

/** Fields of a row by source (interface section 2.9, decision 31): the CSV header and the order of its cells. */
export const reportFields: Readonly<Record<ReportSource, readonly string[]>> = {
  krz: [...heading, ...category, ...debtor, 'tresc_text'],
  msig: [...heading, ...category, 'tresc_text', 'issue_number', 'position', ...entity],
  krs_changes: ['id', 'change_date', ...entity, 'section', 'field', 'old_value', 'new_value', 'entry_number'],
}

/** Decision 30 (CSV): one record from the stored JSON of a row. */
export function toCsvRecord(source: ReportSource, row: string): string {
  const values = JSON.parse(row) as Record<string, unknown>
  return csvLine(reportFields[source].map((field) => toCell(values[field])))
}

function toCell(value: unknown) {
  if (value === null || value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

/** A finished file: `file` is relative to the reports folder, `sha256` is hex. */
export type WrittenReport = { file: string; sha256: string; size_bytes: number; row_count: number }

export type ReportTarget = {
  readonly folder: string
  /** First part of the name, including the folder: `daily/krz-2026-11-19`. */
  readonly name: string
  readonly source: ReportSource
  readonly format: ReportFormat
}

export const reportsFolder = (dataDir: string): string => join(dataDir, 'reports')

const BUFFER_BYTES = 64 * 1024

/**
 * Writes a report row by row to a temporary file: `finish` fsyncs and renames it, `discard` deletes it. The final name
 * ends with a part of the content's hash, so two writers of one report never mix, and a newer version never changes a
 * file that is being downloaded.
 */
export class ReportWriter {
  readonly #target: ReportTarget
  readonly #temporary: string
  readonly #handle: FileHandle
  readonly #hash: Hash = createHash('sha256')
  /** One buffer for the whole report, because new ones would stay outside the heap until garbage collection. */
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #filled = 0
  #rows = 0
  #bytes = 0

  private constructor(target: ReportTarget, temporary: string, handle: FileHandle) {
    this.#target = target
    this.#temporary = temporary
    this.#handle = handle
  }

  static async open(target: ReportTarget): Promise<ReportWriter> {
    const temporary = join(target.folder, `${target.name}.${randomUUID()}.tmp`)
    await mkdir(dirname(temporary), { recursive: true })
    const writer = new ReportWriter(target, temporary, await open(temporary, 'wx'))
    await writer.#put(target.format === 'csv' ? csvLine(reportFields[target.source]) : '[')
    return writer
  }

  async write(row: string): Promise<void> {
    const { format, source } = this.#target
    const separator = this.#rows === 0 ? '\n' : ',\n'
    this.#rows += 1
    await this.#put(format === 'csv' ? toCsvRecord(source, row) : `${separator}${row}`)
  }

  async finish(): Promise<WrittenReport> {
    if (this.#target.format === 'json') await this.#put(this.#rows === 0 ? ']\n' : '\n]\n')
    await this.#flush()
    await this.#handle.sync()
    await this.#handle.close()
    const sha256 = this.#hash.digest('hex')
    const file = `${this.#target.name}-${sha256.slice(0, 16)}.${this.#target.format}`
    const path = join(this.#target.folder, file)
    await rename(this.#temporary, path)
    await syncFolder(dirname(path))
    return { file, sha256, size_bytes: this.#bytes, row_count: this.#rows }
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(this.#temporary, { force: true })
  }

  async #put(text: string): Promise<void> {
    const size = Buffer.byteLength(text)
    if (size > BUFFER_BYTES - this.#filled) await this.#flush()
    if (size > BUFFER_BYTES) return this.#append(Buffer.from(text))
    this.#filled += this.#buffer.write(text, this.#filled)
  }

  async #flush(): Promise<void> {
    const filled = this.#filled
    this.#filled = 0
    await this.#append(this.#buffer.subarray(0, filled))
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    this.#bytes += bytes.byteLength
    await this.#handle.writeFile(bytes)
  }
}

/** A rename is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
