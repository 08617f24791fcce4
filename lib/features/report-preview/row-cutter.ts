/** One row of a report: its offset and its bytes; undefined if it is too long to store. */
export type RawRow = { readonly at: number; readonly bytes: Uint8Array | undefined }

/** Splits the bytes of a report into rows, independent of the chunk boundaries. */
export type RowCutter = {
  readonly push: (chunk: Uint8Array) => RawRow[]
  /** Call after the last byte. Throws `UnreadableReport` if the file ends in the middle of a row. */
  readonly end: () => RawRow[]
}

/** The report ends in the middle of a row, or is not a list of rows. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport'
  readonly reason: 'cut' | 'not_rows'

  constructor(reason: 'cut' | 'not_rows') {
    super(reason === 'cut' ? 'The report ends in the middle of a row' : 'The report is not a list of rows')
    this.reason = reason
  }
}

/** Longer rows are not stored; real ones have a few kilobytes. */
export const MAX_ROW_BYTES = 1_000_000

const [QUOTE, BACKSLASH, COMMA, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isMark = (byte: number, at: number): boolean => BYTE_ORDER_MARK[at] === byte

/** The row that is being assembled from one or more chunks. */
class Pending {
  #parts: Uint8Array[] = []
  #size = 0
  #isTooLong = false
  #at: number

  constructor(at: number) {
    this.#at = at
  }

  get isTooLong(): boolean {
    return this.#isTooLong
  }

  /** Copies the bytes, because the chunk's buffer is reused; this only affects rows that span chunks. */
  append(part: Uint8Array): void {
    if (part.length === 0) return
    this.#addSize(part.length)
    if (!this.#isTooLong) this.#parts.push(part.slice())
  }

  finishRow(part: Uint8Array, next: number): RawRow {
    this.#addSize(part.length)
    const bytes = this.#isTooLong ? undefined : this.#join(part)
    const row = { at: this.#at, bytes }
    this.#parts = []
    this.#size = 0
    this.#isTooLong = false
    this.#at = next
    return row
  }

  #join(part: Uint8Array): Uint8Array {
    return this.#parts.length === 0 ? part : Buffer.concat([...this.#parts, part])
  }

  #addSize(length: number): void {
    this.#size += length
    if (this.#size <= MAX_ROW_BYTES) return
    this.#isTooLong = true
    this.#parts = []
  }
}

/**
 * Splits a CSV into records (RFC 4180), without line ends. After an unclosed quote a row grows until it is longer than
 * `MAX_ROW_BYTES`; it then ends at the next line feed.
 */
export function csvCutter(start = 0): RowCutter {
  const pending = new Pending(start)
  let offset = start
  let isQuoted = false
  let isEmpty = true
  return {
    push: (chunk) => {
      const rows: RawRow[] = []
      let from = 0
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at]
        if (byte === QUOTE) isQuoted = !isQuoted
        else if (byte === LINE_FEED && (!isQuoted || pending.isTooLong)) {
          rows.push(pending.finishRow(chunk.subarray(from, at), offset + at + 1))
          from = at + 1
          isQuoted = false
        }
      }
      pending.append(chunk.subarray(from))
      isEmpty = chunk.length === 0 ? isEmpty : from === chunk.length
      offset += chunk.length
      return rows
    },
    end: () => {
      if (isQuoted && !pending.isTooLong) throw new UnreadableReport('cut')
      return isEmpty ? [] : [pending.finishRow(new Uint8Array(), offset)]
    },
  }
}

/** Position relative to the JSON list: before its opening bracket, inside, or after it. */
type ListState = 'before' | 'inside' | 'after'

/** Splits a JSON list into items, including surrounding blanks. `start` above 0 is the beginning of an item. */
export function jsonCutter(start = 0): RowCutter {
  const scan = new JsonScan(start)
  return { push: (chunk) => scan.push(chunk), end: () => scan.end() }
}

class JsonScan {
  #state: ListState
  #pending: Pending
  #offset: number
  #depth = 0
  #isText = false
  #isEscaped = false
  /** True if only blanks followed the last comma. */
  #isBlank = true
  #hasItems: boolean

  constructor(start: number) {
    this.#offset = start
    this.#state = start === 0 ? 'before' : 'inside'
    this.#hasItems = start > 0
    this.#pending = new Pending(start)
  }

  push(chunk: Uint8Array): RawRow[] {
    const rows: RawRow[] = []
    let from = this.#begin(chunk)
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (this.#isText) this.#readTextByte(byte)
      else if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) {
        rows.push(...this.#cut(chunk.subarray(from, at), at + 1, byte))
        from = at + 1
        if (byte === CLOSE_LIST) break
      } else this.#readStructureByte(byte)
    }
    if (this.#state === 'inside') this.#pending.append(chunk.subarray(from))
    return this.#advance(chunk, rows)
  }

  end(): RawRow[] {
    if (this.#state !== 'after') throw new UnreadableReport(this.#state === 'before' ? 'not_rows' : 'cut')
    return []
  }

  #advance(chunk: Uint8Array, rows: RawRow[] = []): RawRow[] {
    this.#offset += chunk.length
    return rows
  }

  #begin(chunk: Uint8Array): number {
    if (this.#state === 'after') return chunk.length
    return this.#state === 'before' ? this.#open(chunk) : 0
  }

  #open(chunk: Uint8Array): number {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (byte === OPEN_LIST) {
        this.#state = 'inside'
        this.#pending = new Pending(this.#offset + at + 1)
        return at + 1
      }
      if (!isBlank(byte) && !isMark(byte, this.#offset + at)) throw new UnreadableReport('not_rows')
    }
    return chunk.length
  }

  #readTextByte(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) this.#isText = false
  }

  #readStructureByte(byte: number): void {
    if (byte === QUOTE) this.#isText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1
    if (!isBlank(byte)) this.#isBlank = false
  }

  #cut(part: Uint8Array, after: number, byte: number): RawRow[] {
    const isNothing = this.#isBlank && !this.#hasItems && byte === CLOSE_LIST
    const row = this.#pending.finishRow(part, this.#offset + after)
    this.#hasItems = true
    this.#isBlank = true
    this.#depth = 0
    if (byte === CLOSE_LIST) this.#state = 'after'
    return isNothing ? [] : [row]
  }
}
