import type { PreviewedReport, PreviewEnd, PreviewLine, PreviewRow } from '@/lib/features/report-preview/contract'

import type { PreviewError, PreviewUpdate, PreviewState } from './preview-messages'

const PAGE = 100
/** The number of pages in memory, about ten megabytes; others are read again when they scroll into view. */
const MAX_PAGES = 60
const AHEAD = 300
const SEGMENT = 1000

export interface SegmentRequest {
  readonly place: string | undefined
  readonly limit: number
}
/** Streams lines from a position on. Throws `ApiError`. */
export type ReadSegment = (request: SegmentRequest, signal: AbortSignal) => AsyncIterable<PreviewLine>

type PreviewReaderOptions = {
  readonly readSegment: ReadSegment
  readonly toFault: (error: unknown) => PreviewError
  readonly onUpdate: (news: PreviewUpdate) => void
}

/** Rows of a report for a scrolling reader: reads ahead of the visible rows and caches the pages around them. */
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
    const place = Math.floor(index / PAGE)
    const page = this.#pages.get(place)
    if (page === undefined) return undefined
    this.#pages.delete(place)
    this.#pages.set(place, page)
    return page[index % PAGE]
  }

  get #needsMore(): boolean {
    return this.#end === undefined && this.#fault === undefined && this.#shown.to + AHEAD > this.#count
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
    const lines = this.#options.readSegment({ place: this.#next, limit: SEGMENT }, this.#stop.signal)
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
      const place = Math.floor(this.#count / PAGE)
      const page = this.#pages.get(place) ?? []
      if (page.length === 0) {
        this.#starts[place] = row.place
        this.#put(place, page)
      }
      page.push(this.#inOrder(row, this.#partColumns))
      this.#count += 1
    }
  }

  #put(place: number, page: PreviewRow[]): void {
    this.#pages.set(place, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest)
  }

  /** A visible page that was dropped from memory. */
  #missing(): number | undefined {
    const { from, to } = this.#shown
    for (let place = Math.floor(from / PAGE); place * PAGE < Math.min(to, this.#count); place += 1) {
      if (!this.#pages.has(place)) return place
    }
    return undefined
  }

  async #readBack(): Promise<void> {
    // After an error the user must retry; scrolling does not.
    if (this.#isReadingBack || this.#fault !== undefined) return
    this.#isReadingBack = true
    try {
      for (let place = this.#missing(); place !== undefined; place = this.#missing()) {
        if (this.#stop.signal.aborted) break
        this.#put(place, await this.#readPage(place))
        this.#publish()
      }
    } catch (error) {
      this.#fault = this.#options.toFault(error)
      this.#publish()
    }
    this.#isReadingBack = false
  }

  /** Returns a complete page or throws, because missing rows would never be requested again. */
  async #readPage(place: number): Promise<PreviewRow[]> {
    const page: PreviewRow[] = []
    const size = Math.min(PAGE, this.#count - place * PAGE)
    let part: readonly string[] = []
    const lines = this.#options.readSegment({ place: this.#starts[place], limit: PAGE }, this.#stop.signal)
    for await (const line of lines) {
      if ('columns' in line) part = line.columns
      if ('rows' in line) page.push(...line.rows.map((row) => this.#inOrder(row, part)))
    }
    if (page.length < size) throw new Error('The rows ended early')
    return page
  }
}
