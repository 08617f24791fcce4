import type { SearchableNotice } from '@/lib/storage/registers/bzp-notices'

import { occurs, type SearchTerms, toTerms } from './notice-terms'
import { Dictionary, Uint32List } from './uint32-list'
import { type YieldToEventLoop, createYieldToEventLoop } from './yield-to-event-loop'

/** What a notice must satisfy: lists as the interface has them, already folded; an empty list asks for nothing. */
export type NoticeQuery = {
  /** Published after `from`, up to and including `to` (ms). */
  readonly from: number
  readonly to: number
  readonly keywords: readonly string[]
  readonly excluded: readonly string[]
  /** Digits that one of the codes begins with. */
  readonly cpv: readonly string[]
  readonly provinceCodes: readonly string[]
  readonly orderTypes: readonly string[]
  readonly cityKeys: readonly string[]
  readonly authorityParts: readonly string[]
}

/**
 * The matching procedures, each by its newest matching notice, in no particular order: the notice's position and its
 * instant (ms) under the same index. Numbers side by side, because an empty filter finds everything.
 */
export type FoundProcedures = {
  readonly count: number
  readonly positions: Float64Array
  readonly publishedAt: Float64Array
}

/** Stands between the lines of a text, so that no phrase reaches across. Never equal to a word. */
const LINE_END = '\n'
const NOTICES_PER_LOOK = 512

/**
 * The notices of the preview window in memory: every value and every word once, notices as numbers. A search is a pass
 * over flat arrays; see docs/decisions/bzp-preview.md for the measurements.
 */
export class NoticeIndex {
  readonly #published: number[] = []
  readonly #positions: number[] = []
  readonly #columns = {
    tender: column(),
    province: column(),
    orderType: column(),
    city: column(),
    authority: column(),
    cpv: column(),
  }
  readonly #words = new Dictionary()
  readonly #text = new Uint32List()
  /** Where the words of each notice begin; one more at the end. */
  readonly #starts = new Uint32List()
  readonly #lineEnd = this.#words.numberOf(LINE_END)

  constructor() {
    this.#starts.push(0)
  }

  get size() {
    return this.#positions.length
  }

  /** How many notices were published before an instant (ms). */
  countBefore(instant: number): number {
    return this.#published.reduce((count, at) => (at < instant ? count + 1 : count), 0)
  }

  add(notice: SearchableNotice): void {
    const { tender, province, orderType, city, authority, cpv } = this.#columns
    put(tender, notice.tender_id)
    put(province, notice.province_code)
    put(orderType, notice.order_type)
    put(city, notice.city_key)
    put(authority, notice.authority_key)
    put(cpv, notice.cpv)
    for (const line of notice.search_text.split(LINE_END)) {
      for (const word of line.split(' ')) this.#text.push(this.#words.numberOf(word))
      this.#text.push(this.#lineEnd)
    }
    this.#starts.push(this.#text.length)
    this.#published.push(Date.parse(notice.published_at))
    this.#positions.push(notice.position)
  }

  /** Every procedure with a notice that satisfies the whole query. */
  async search(query: NoticeQuery): Promise<FoundProcedures> {
    const yieldToEventLoop = createYieldToEventLoop()
    const size = this.size
    const fits = this.#columnTest(query)
    const mentions = await this.#textTest(query, yieldToEventLoop)
    const newest = new Int32Array(this.#columns.tender.dictionary.values.length).fill(-1)
    for (let from = 0; from < size; from += NOTICES_PER_LOOK) {
      const to = Math.min(from + NOTICES_PER_LOOK, size)
      for (let notice = from; notice < to; notice += 1) {
        if (this.#isWithin(query, notice) && fits(notice) && mentions(notice)) this.#keepNewest(newest, notice)
      }
      await yieldToEventLoop()
    }
    return this.#procedures(newest)
  }

  #isWithin({ from, to }: NoticeQuery, notice: number): boolean {
    const at = this.#published[notice] ?? 0
    return at > from && at <= to
  }

  #keepNewest(newest: Int32Array, notice: number): void {
    const tender = this.#columns.tender.cells.at(notice)
    const before = newest[tender] ?? -1
    // Notices of one procedure were added in the order of their positions.
    if (before === -1 || (this.#published[before] ?? 0) <= (this.#published[notice] ?? 0)) newest[tender] = notice
  }

  #procedures(newest: Int32Array): FoundProcedures {
    const positions = new Float64Array(newest.length)
    const publishedAt = new Float64Array(newest.length)
    let count = 0
    for (const notice of newest) {
      if (notice === -1) continue
      positions[count] = this.#positions[notice] ?? 0
      publishedAt[count] = this.#published[notice] ?? 0
      count += 1
    }
    return { count, positions: positions.subarray(0, count), publishedAt: publishedAt.subarray(0, count) }
  }

  #columnTest(query: NoticeQuery): (notice: number) => boolean {
    const { province, orderType, city, authority, cpv } = this.#columns
    const prefixes = query.cpv.map((digits) => ` ${digits}`)
    const tests = [
      among(province, query.provinceCodes),
      among(orderType, query.orderTypes),
      among(city, query.cityKeys),
      having(cpv, prefixes),
      naming(authority, query.authorityParts),
    ].filter((test) => test !== null)
    return (notice) => tests.every(({ cells, wanted }) => wanted[cells[notice] ?? 0] === 1)
  }

  async #textTest(query: NoticeQuery, yieldToEventLoop: YieldToEventLoop): Promise<(notice: number) => boolean> {
    const wanted = await toTerms(query.keywords, this.#words, yieldToEventLoop)
    const unwanted = await toTerms(query.excluded, this.#words, yieldToEventLoop)
    const starts = this.#starts.view()
    const text = this.#text.view()
    const has = (terms: SearchTerms, notice: number) =>
      occurs(terms, text, { start: starts[notice] ?? 0, end: starts[notice + 1] ?? 0 })
    return (notice) => (!wanted.any || has(wanted, notice)) && !(unwanted.any && has(unwanted, notice))
  }
}

type Column = { readonly dictionary: Dictionary; readonly cells: Uint32List }
const column = (): Column => ({ dictionary: new Dictionary(), cells: new Uint32List() })
const put = ({ dictionary, cells }: Column, value: string) => cells.push(dictionary.numberOf(value))

type ColumnTest = { readonly cells: Uint32Array; readonly wanted: Uint8Array }

function valuesWhere({ dictionary, cells }: Column, test: (value: string) => boolean): ColumnTest {
  return { cells: cells.view(), wanted: Uint8Array.from(dictionary.values, (value) => (test(value) ? 1 : 0)) }
}

function among(of: Column, values: readonly string[]): ColumnTest | null {
  const set = new Set(values)
  return set.size === 0 ? null : valuesWhere(of, (value) => set.has(value))
}

const having = (of: Column, parts: readonly string[]): ColumnTest | null =>
  parts.length === 0 ? null : valuesWhere(of, (value) => parts.some((part) => value.includes(part)))

/** Part of the name or the whole NIP, which is the last word of the key: a few digits are no part of a name. */
function naming(of: Column, parts: readonly string[]): ColumnTest | null {
  if (parts.length === 0) return null
  return valuesWhere(of, (key) => {
    const end = key.lastIndexOf(' ')
    const name = key.slice(0, end)
    const nip = key.slice(end + 1)
    return parts.some((part) => part === nip || name.includes(part))
  })
}
