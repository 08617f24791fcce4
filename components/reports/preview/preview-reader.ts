import type { PreviewedReport, PreviewEnd, PreviewLine, PreviewRow } from '@/lib/features/report-preview/contract'

import type { PreviewError, PreviewUpdate, PreviewState } from './preview-messages'

const ROWS_PER_PAGE = 100
/** The number of pages in memory, about ten megabytes; others are read again when they scroll into view. */
const MAX_PAGES = 60
const ROWS_READ_AHEAD = 300
const ROWS_PER_SEGMENT = 1000

export interface SegmentRequest {
  readonly place: string | undefined
  readonly limit: number
}
/** Streams lines from a position on. Throws `ApiError`. */
export type ReadSegment = (request: SegmentRequest, signal: AbortSignal) => AsyncIterable<PreviewLine>

type PreviewReaderOptions = {
  readonly readSegment: ReadSegment
  readonly toFault: (error: unknown) => PreviewError
  readonly onUpdate: (update: PreviewUpdate) => void
}

/** Rows of a report for a scrolling view: reads ahead of the visible rows and caches the pages around them. */
export class PreviewReader {
  readonly #options: PreviewReaderOptions
  readonly #stop = new AbortController()
  /** Ordered by use, most recent last. */
  readonly #pages = new Map<number, PreviewRow[]>()
  /** The position at which each page starts. */
  readonly #starts: string[] = []
  #report: PreviewedReport | undefined
  #columns: readonly string[] = []
  #count = 0
  #read = 0
  #next: string | undefined
  /** The position of the last row received. */
  #last: string | undefined
  #end: PreviewEnd | undefined
  #fault: PreviewError | undefined
  #isReading = false
  #isReadingBack = false
  #shown = { from: 0, to: 0 }

  constructor(options: PreviewReaderOptions) {
    this.#options = options
  }

  /** Sets the visible rows, excluding `to`. */
  show(from: number, to: number): void {
    this.#shown = { from, to }
    this.#publish()
    void this.#readOn()
    void this.#readBack()
  }

  /** Continues after the time limit or an error. */
  more(): void {
    if (this.#isReading || (this.#end?.why !== 'time' && this.#fault === undefined)) return
    if (this.#end?.why === 'time') this.#end = undefined
    this.#fault = undefined
    void this.#readOn()
    void this.#readBack()
  }

  stop(): void {
    this.#stop.abort()
  }

  get #state(): PreviewState {
    return {
      report: this.#report,
      columns: this.#columns,
      count: this.#count,
      read: this.#read,
      isReading: this.#isReading,
      end: this.#end,
      fault: this.#fault,
    }
  }

  #publish(): void {
    const { from, to } = this.#shown
    const rows = Array.from({ length: Math.max(0, Math.min(to, this.#count) - from) }, (_, at) =>
      this.#rowAt(from + at),
    )
    if (!this.#stop.signal.aborted) this.#options.onUpdate({ state: this.#state, window: { from, rows } })
  }

  #rowAt(index: number): PreviewRow | undefined {
    const pageIndex = Math.floor(index / ROWS_PER_PAGE)
    const page = this.#pages.get(pageIndex)
    if (page === undefined) return undefined
    this.#pages.delete(pageIndex)
    this.#pages.set(pageIndex, page)
    return page[index % ROWS_PER_PAGE]
  }

  get #needsMore(): boolean {
    return this.#end === undefined && this.#fault === undefined && this.#shown.to + ROWS_READ_AHEAD > this.#count
  }

  async #readOn(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    this.#publish()
    try {
      while (this.#needsMore && !this.#stop.signal.aborted) await this.#readSegment()
    } catch (error) {
      this.#next = this.#last ?? this.#next
      this.#fault = this.#options.toFault(error)
    }
    this.#isReading = false
    this.#publish()
  }

  async #readSegment(): Promise<void> {
    const lines = this.#options.readSegment({ place: this.#next, limit: ROWS_PER_SEGMENT }, this.#stop.signal)
    let isEnded = false
    for await (const line of lines) {
      if ('report' in line) this.#report = line.report
      if ('columns' in line) this.#addColumns(line.columns)
      if ('read' in line) this.#read = line.read
      if ('rows' in line) this.#append(line.rows)
      if ('end' in line) {
        isEnded = true
        this.#close(line.end)
      }
      this.#publish()
    }
    if (!isEnded) throw new Error('The rows ended early')
  }

  #close(end: PreviewEnd): void {
    this.#read = end.read
    this.#next = end.next ?? undefined
    // A segment that ended at its row limit continues automatically.
    if (end.why !== 'limit') this.#end = end
  }

  /** A later segment may have its columns in another order, or fewer; its cells follow its own columns. */
  #addColumns(columns: readonly string[]): void {
    this.#partColumns = columns
    const added = columns.filter((name) => !this.#columns.includes(name))
    if (added.length > 0) this.#columns = [...this.#columns, ...added]
  }
  #partColumns: readonly string[] = []

  #inOrder(row: PreviewRow, part: readonly string[]): PreviewRow {
    const isSame = part.every((name, index) => this.#columns[index] === name)
    if (isSame) return row
    return { ...row, cells: this.#columns.map((name) => row.cells[part.indexOf(name)] ?? null) }
  }

  #append(rows: readonly PreviewRow[]): void {
    for (const row of rows) {
      // After an error the segment starts with the last row received.
      if (row.place === this.#last) continue
      this.#last = row.place
      const pageIndex = Math.floor(this.#count / ROWS_PER_PAGE)
      const page = this.#pages.get(pageIndex) ?? []
      if (page.length === 0) {
        this.#starts[pageIndex] = row.place
        this.#put(pageIndex, page)
      }
      page.push(this.#inOrder(row, this.#partColumns))
      this.#count += 1
    }
  }

  #put(pageIndex: number, page: PreviewRow[]): void {
    this.#pages.set(pageIndex, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest)
  }

  /** A visible page that was dropped from memory. */
  #firstMissingPage(): number | undefined {
    const { from, to } = this.#shown
    for (
      let pageIndex = Math.floor(from / ROWS_PER_PAGE);
      pageIndex * ROWS_PER_PAGE < Math.min(to, this.#count);
      pageIndex += 1
    ) {
      if (!this.#pages.has(pageIndex)) return pageIndex
    }
    return undefined
  }

  async #readBack(): Promise<void> {
    // After an error the user must retry; scrolling does not.
    if (this.#isReadingBack || this.#fault !== undefined) return
    this.#isReadingBack = true
    try {
      for (let pageIndex = this.#firstMissingPage(); pageIndex !== undefined; pageIndex = this.#firstMissingPage()) {
        if (this.#stop.signal.aborted) break
        this.#put(pageIndex, await this.#readPage(pageIndex))
        this.#publish()
      }
    } catch (error) {
      this.#fault = this.#options.toFault(error)
      this.#publish()
    }
    this.#isReadingBack = false
  }

  /** Returns a complete page or throws, because missing rows would never be requested again. */
  async #readPage(pageIndex: number): Promise<PreviewRow[]> {
    const page: PreviewRow[] = []
    const size = Math.min(ROWS_PER_PAGE, this.#count - pageIndex * ROWS_PER_PAGE)
    let part: readonly string[] = []
    const lines = this.#options.readSegment({ place: this.#starts[pageIndex], limit: ROWS_PER_PAGE }, this.#stop.signal)
    for await (const line of lines) {
      if ('columns' in line) part = line.columns
      if ('rows' in line) page.push(...line.rows.map((row) => this.#inOrder(row, part)))
    }
    if (page.length < size) throw new Error('The rows ended early')
    return page
  }
}
