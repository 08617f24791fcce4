/**
 * Bundled and run by `npm run bench:bzp`: memory of the notice index, and matching 1 000 saved alerts against 1 000
 * notices compared with a plain loop. Prints a line of JSON.
 */
import * as fc from 'fast-check'

import { bzpFilter } from '@/lib/contract/bzp'
import { type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { addDays, warsawDay } from '@/lib/domain/calendar'
import { createAlertIndex, type MatchedNotice } from '@/lib/features/bzp/alert-index'
import { noticesOfDay } from '@/lib/sample/bzp/bzp-days'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'
import { toNewNotice } from '@/lib/sample/bzp/new-notice'
import { NoticeIndex } from '@/lib/service/bzp/notice-index'
import { mentionsNaively } from '@/lib/testing/naive/naive-notices'
import { filtersOf } from '@/lib/testing/notice-filters'

import filters from './filters.json'

const DAYS = 40
const SIZES = [100_000, 1_000_000]
const SEARCHES = 20
const ALERTS = 1_000
const NOTICES = 1_000
const ROUNDS = 5
const TODAY = '2026-11-20'
const SEED = 20_261_125

/** The stored form with all optional fields. */
const toStored = (notice: SampleNotice) => ({
  ...toNewNotice(notice, warsawDay(new Date(notice.published_at))),
  offers_until: notice.offers_until,
  estimated_value_pln: notice.estimated_value_pln,
})
type StoredNotice = ReturnType<typeof toStored>

const usedHeapMb = (): number => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

/** Repeats the same notices, each as a separate procedure. */
async function measureIndex(base: readonly StoredNotice[], size: number) {
  const before = usedHeapMb()
  const index = new NoticeIndex()
  for (let copy = 0; index.size < size; copy += 1) {
    for (const notice of base) {
      index.add({ ...notice, tender_id: `${notice.tender_id}-${copy}`, position: index.size + 1 })
    }
  }
  const mb = usedHeapMb() - before
  return { notices: index.size, mb, searches: await measureSearches(index) }
}

async function measureSearches(index: NoticeIndex) {
  const figures: { name: string; times: number[]; count: number }[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const terms = readNoticeFilter(bzpFilter.parse(filter))
    if ('fault' in terms) throw new Error(name)
    const times: number[] = []
    let count = 0
    for (let call = 0; call < SEARCHES; call += 1) {
      const startedAt = performance.now()
      count = index.countProcedures(await index.search(terms, index.within({ from: 0, to: Infinity })))
      times.push(performance.now() - startedAt)
    }
    figures.push({ name, times, count })
  }
  return figures
}

const noticesOf = (days: number): StoredNotice[] =>
  Array.from({ length: days }, (_, daysBack) => noticesOfDay(addDays(TODAY, -daysBack))).flatMap((some) =>
    some.map(toStored),
  )

const DAY_MS = 86_400_000

/** The plain loop: checks one condition after another. */
function matches(terms: NoticeTerms, notice: MatchedNotice): boolean {
  const has = (text: string) => notice.search_text.includes(text)
  const lines = notice.search_text.split('\n')
  const accepts = <T>(values: readonly T[], test: (value: T) => boolean) => values.length === 0 || values.some(test)
  const nipStart = notice.authority_key.lastIndexOf(' ')
  const [name, nip] = [notice.authority_key.slice(0, nipStart), notice.authority_key.slice(nipStart + 1)]
  return (
    accepts(terms.orderTypes, (type) => type === notice.order_type) &&
    accepts(terms.provinceCodes, (code) => code === notice.province_code) &&
    accepts(terms.cityKeys, (city) => city === notice.city_key) &&
    accepts(terms.cpv, (prefix) => notice.cpv.includes(` ${prefix}`)) &&
    accepts(terms.authorityParts, (part) => part === nip || name.includes(part)) &&
    accepts(terms.keywords, (keyword) => lines.some((line) => mentionsNaively(line, keyword))) &&
    !terms.excluded.some(has) &&
    isWithin(terms, notice)
  )
}

function isWithin({ valueFrom, valueTo, minDaysToOffer }: NoticeTerms, notice: MatchedNotice): boolean {
  const { estimated_value_pln: value, published_at: from, offers_until: until } = notice
  const days = until === null ? NaN : (Date.parse(until) - Date.parse(from)) / DAY_MS
  // A missing value satisfies no comparison.
  return (
    (valueFrom === null || (value ?? NaN) >= valueFrom) &&
    (valueTo === null || (value ?? NaN) <= valueTo) &&
    (minDaysToOffer === null || days >= minDaysToOffer)
  )
}

function timed<T>(work: () => T): { ms: number; result: T } {
  const startedAt = performance.now()
  const result = work()
  return { ms: performance.now() - startedAt, result }
}

function measureAlerts() {
  const sampleNotices = [1, 2, 3].flatMap((daysBack) => noticesOfDay(addDays(TODAY, -daysBack))).slice(0, NOTICES)
  const notices = sampleNotices.map(toStored)
  const alerts = fc.sample(filtersOf(sampleNotices), { seed: SEED, numRuns: ALERTS })
  const terms = alerts.flatMap((filter) => {
    const read = readNoticeFilter(filter)
    return 'fault' in read ? [] : [read]
  })
  const indexed: number[] = []
  const naive: number[] = []
  const matchCounts: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // Building the index is included, because each run of the job does it.
    const ours = timed(() => {
      const index = createAlertIndex(terms)
      return notices.map((notice) => index.match(notice))
    })
    const plain = timed(() =>
      notices.map((notice) => [...terms.keys()].filter((index) => isMatch(terms[index], notice))),
    )
    if (JSON.stringify(ours.result) !== JSON.stringify(plain.result)) throw new Error('They find different alerts')
    indexed.push(ours.ms)
    naive.push(plain.ms)
    matchCounts.push(ours.result.flat().length)
  }
  return { alerts: terms.length, notices: notices.length, matches: matchCounts[0], indexed, naive }
}

const isMatch = (terms: NoticeTerms | undefined, notice: MatchedNotice) => terms !== undefined && matches(terms, notice)

const base = noticesOf(DAYS)
const indexes = []
for (const size of SIZES) indexes.push(await measureIndex(base, size))
process.stdout.write(JSON.stringify({ indexes, alerts: measureAlerts() }))
