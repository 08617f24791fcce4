import type { NoticeList, NoticeTerms } from '@/lib/domain/bzp/notice-filter'
import { keywordTerm, partTerm, type TextTerm } from '@/lib/domain/bzp/text-term'
import type { SearchableNotice } from '@/lib/service/bzp/statements/bzp-notices'

import { type Bits, countOfWord, subtractBits, eachBit, emptyBits, hasBit, setBit } from './bits'
import { type ColumnList, type Cover, addToCover, NoticeColumns } from './notice-columns'
import {
  type Condition,
  conditionsOf,
  inOrderOfCost,
  type LimitCondition,
  type ListCondition,
} from './notice-conditions'
import { NoticeTexts } from './notice-texts'
import { Dictionary, Uint32List } from './uint32-list'
import { createYieldToEventLoop, type YieldToEventLoop } from './yield-to-event-loop'

/** Instants in ms: `from` is exclusive, `to` inclusive. */
export type TimeRange = { readonly from: number; readonly to: number }

/**
 * Marks the absence of a notice or procedure; it is also the largest possible count, because notices are array indices.
 */
const NONE = 0xff_ff_ff_ff
const DAY_MS = 86_400_000
const WORDS_AT_ONCE = 512
const UNKNOWN = -1

const isTextList = (list: NoticeList): list is Exclude<NoticeList, ColumnList> =>
  list === 'keywords' || list === 'exclude_keywords'

const termsOfList = (list: NoticeList, values: readonly string[]): readonly TextTerm[] =>
  values.map(list === 'keywords' ? keywordTerm : partTerm)

/**
 * In-memory index of the preview window: every value and word is stored once, notices are numbers and sets of notices
 * are bitmaps. A search narrows the notices of a time range condition by condition. Measurements:
 * docs/decisions/bzp-preview.md.
 */
export class NoticeIndex {
  readonly columns = new NoticeColumns()
  readonly texts = new NoticeTexts()
  readonly #published: number[] = []
  readonly #positions: number[] = []
  /** Estimated values in PLN. */
  readonly #values: number[] = []
  /** Whole days from publication to the deadline for offers. */
  readonly #daysToOffer: number[] = []
  readonly #procedures = new Dictionary()
  readonly #procedureOf = new Uint32List()
  /** By procedure: its latest notice; by notice: the previous notice of its procedure. */
  readonly #latest = new Uint32List()
  readonly #previous = new Uint32List()
  /** Procedures with several notices, and those notices. */
  readonly #several = new Uint32List()
  #shared: Bits = emptyBits(1024)
  #stamps = new Uint32Array(1024)
  #stamp = 0
  #oldest = Infinity

  get size() {
    return this.#positions.length
  }

  get procedures() {
    return this.#procedures.values.length
  }

  /** Publication of the oldest notice (ms); infinite if the index is empty. */
  get oldest() {
    return this.#oldest
  }

  publishedAt(notice: number): number {
    return this.#published[notice] ?? 0
  }

  positionOf(notice: number): number {
    return this.#positions[notice] ?? 0
  }

  procedureOf(notice: number): number {
    return this.#procedureOf.at(notice)
  }

  /** Number of notices published before an instant (ms). */
  countBefore(instant: number): number {
    return this.#published.reduce((count, at) => (at < instant ? count + 1 : count), 0)
  }

  add(notice: SearchableNotice): void {
    const published = Date.parse(notice.published_at)
    const deadline = notice.offers_until === null ? NaN : Date.parse(notice.offers_until)
    this.columns.add(notice)
    this.texts.add(notice.search_text)
    this.#addToProcedure(notice.tender_id)
    this.#values.push(notice.estimated_value_pln ?? UNKNOWN)
    this.#daysToOffer.push(Number.isNaN(deadline) ? UNKNOWN : Math.floor((deadline - published) / DAY_MS))
    this.#published.push(published)
    this.#positions.push(notice.position)
    this.#oldest = Math.min(this.#oldest, published)
  }

  #addToProcedure(tenderId: string): void {
    const notice = this.#procedureOf.length
    const procedure = this.#procedures.numberOf(tenderId)
    const isNew = procedure === this.#latest.length
    const before = isNew ? NONE : this.#latest.at(procedure)
    this.#procedureOf.push(procedure)
    this.#previous.push(before)
    if (isNew) this.#latest.push(notice)
    else {
      this.#latest.set(procedure, notice)
      if (this.#previous.at(before) === NONE) this.#several.push(procedure)
      this.#share(before, notice)
    }
  }

  #share(...notices: readonly number[]): void {
    if (this.#shared.length * 32 <= this.#procedureOf.length) {
      const wider = emptyBits(this.#procedureOf.length * 2)
      wider.set(this.#shared)
      this.#shared = wider
    }
    for (const notice of notices) setBit(this.#shared, notice)
  }

  within({ from, to }: TimeRange): Bits {
    const found = emptyBits(this.size)
    // A plain loop, because every search starts by scanning all notices.
    for (let notice = 0; notice < this.#published.length; notice += 1) {
      const at = this.#published[notice] ?? 0
      if (at > from && at <= to) setBit(found, notice)
    }
    return found
  }

  async search(terms: NoticeTerms, among: Bits, pause = createYieldToEventLoop()): Promise<Bits> {
    let found = among
    for (const condition of inOrderOfCost(conditionsOf(terms))) found = await this.passing(condition, found, pause)
    return found
  }

  async passing(condition: Condition, among: Bits, pause: YieldToEventLoop): Promise<Bits> {
    if (condition.kind === 'limit') return this.#passingLimit(condition, among, pause)
    const { list, values } = condition
    if (!isTextList(list)) return this.#passingColumn({ list, values }, among, pause)
    const mentioning = await this.texts.mentioning(termsOfList(list, [...new Set(values)]), among, pause)
    if (list === 'keywords') return mentioning
    const others = among.slice()
    subtractBits(others, mentioning)
    return others
  }

  async #passingColumn(
    { list, values }: { readonly list: ColumnList; readonly values: readonly string[] },
    among: Bits,
    pause: YieldToEventLoop,
  ): Promise<Bits> {
    const cover = this.columns.coverOf(list, values)
    const cells = this.columns.columnOf(list).cells.view()
    const found = among.slice()
    for (let from = 0; from < found.length; from += WORDS_AT_ONCE) {
      retainCovered(found, { cells, cover, from, to: Math.min(from + WORDS_AT_ONCE, found.length) })
      const paused = pause()
      if (paused) await paused
    }
    return found
  }

  async #passingLimit({ limit, bound }: LimitCondition, among: Bits, pause: YieldToEventLoop): Promise<Bits> {
    const facts = limit === 'min_days_to_offer' ? this.#daysToOffer : this.#values
    const found = emptyBits(among.length * 32)
    await eachBit(among, pause, (notice) => {
      const fact = facts[notice] ?? UNKNOWN
      if (fact !== UNKNOWN && (limit === 'value_to' ? fact <= bound : fact >= bound)) setBit(found, notice)
    })
    return found
  }

  /**
   * For each notice of `among`: which values of the list it satisfies, and how many. A text value is satisfied if the
   * notice mentions it.
   */
  async coverOf({ list, values }: ListCondition, among: Bits, pause: YieldToEventLoop): Promise<ListCoverage> {
    const only = new Uint16Array(among.length * 32)
    const counts = new Uint8Array(among.length * 32)
    if (isTextList(list)) {
      for (const [index, term] of termsOfList(list, values).entries()) {
        const found = await this.texts.mentioning([term], among, pause)
        await eachBit(found, pause, (notice) => {
          addToCover(only, notice, index)
          counts[notice] = (counts[notice] ?? 0) + 1
        })
      }
      return { only, counts }
    }
    const cover = this.columns.coverOf(list, values)
    const cells = this.columns.columnOf(list).cells.view()
    await eachBit(among, pause, (notice) => {
      only[notice] = cover[cells[notice] ?? 0] ?? 0
    })
    return { only, counts }
  }

  countProcedures(notices: Bits): number {
    this.#stamp += 1
    if (this.#stamps.length < this.procedures) this.#stamps = new Uint32Array(this.procedures * 2)
    let count = 0
    for (let word = 0; word < notices.length; word += 1) {
      const shared = this.#shared[word] ?? 0
      const selected = notices[word] ?? 0
      count += countOfWord(selected & ~shared)
      if ((selected & shared) !== 0) count += this.#countShared(word * 32, selected & shared)
    }
    return count
  }

  #countShared(first: number, word: number): number {
    let count = 0
    for (let remaining = word; remaining !== 0; remaining &= remaining - 1) {
      const procedure = this.#procedureOf.at(first + 31 - Math.clz32(remaining & -remaining))
      if (this.#stamps[procedure] === this.#stamp) continue
      this.#stamps[procedure] = this.#stamp
      count += 1
    }
    return count
  }

  /** The newest notice of each procedure, unordered. */
  async newestOf(notices: Bits, pause: YieldToEventLoop = createYieldToEventLoop()): Promise<Uint32Array> {
    const newest = new Uint32List()
    const ofSeveral = new Map<number, number>()
    await eachBit(notices, pause, (notice) => {
      if (!hasBit(this.#shared, notice)) newest.push(notice)
      else {
        const procedure = this.procedureOf(notice)
        const before = ofSeveral.get(procedure)
        // Notices of one procedure are visited in the order of their positions.
        if (before === undefined || this.publishedAt(before) <= this.publishedAt(notice)) {
          ofSeveral.set(procedure, notice)
        }
      }
    })
    for (const notice of ofSeveral.values()) newest.push(notice)
    return newest.view()
  }

  /** Visits every notice of the set, grouped by procedure. */
  async eachByProcedure(notices: Bits, pause: YieldToEventLoop, visit: (notice: number) => void): Promise<void> {
    // Both are snapshots: a notice that is added in between does not cause a second visit of another one.
    const several = this.#several.view()
    const single = notices.slice()
    subtractBits(single, this.#shared)
    await eachBit(single, pause, visit)
    for (let index = 0; index < several.length; index += 1) {
      for (let notice = this.#latest.at(several[index] ?? 0); notice !== NONE; notice = this.#previous.at(notice)) {
        if (hasBit(notices, notice)) visit(notice)
      }
      const paused = index % WORDS_AT_ONCE === 0 ? pause() : undefined
      if (paused) await paused
    }
  }
}

/** `only` by notice: see `Cover`. `counts`: number of satisfied values, for text lists. */
export type ListCoverage = { readonly only: Cover; readonly counts: Uint8Array }

type CellRange = { readonly cells: Uint32Array; readonly cover: Cover; readonly from: number; readonly to: number }

/** A plain loop, because it runs for every notice of the window and every list. */
function retainCovered(bits: Bits, { cells, cover, from, to }: CellRange): void {
  for (let word = from; word < to; word += 1) {
    let retained = bits[word] ?? 0
    for (let remaining = retained; remaining !== 0; remaining &= remaining - 1) {
      const lowest = remaining & -remaining
      if (cover[cells[word * 32 + 31 - Math.clz32(lowest)] ?? 0] === 0) retained ^= lowest
    }
    bits[word] = retained
  }
}
