import { groupBy } from '@/lib/domain/collections/group-by'
import { foldLine } from '@/lib/domain/fold'
import { insertRuleHits } from '@/lib/features/rules/statements/hits'
import { maskPersonal } from '@/lib/http/mask-personal'
import type { Db } from '@/lib/storage/storage'

import type { FoundNotice } from './match-view'
import {
  hitKey,
  lockAlerts,
  insertHits,
  storeFoundNotices,
  listKnownHits,
  putMatches,
  reserveMatchNumbers,
} from './statements/hits'
import type { TenderRule } from './statements/readings'
import type { BzpFoundNoticeTable, BzpHitTable, BzpMatchTable } from './tables'

export type AlertHit = {
  readonly alert: Pick<TenderRule, 'id' | 'account_id' | 'timing'>
  readonly notice: FoundNotice
}

/**
 * Records new hits as matches within the caller's transaction and returns their number. Later items of the list get
 * higher numbers. Hits of alerts that were deleted in the meantime are dropped.
 */
export async function recordAlertHits(db: Db, found: readonly AlertHit[], now: Date): Promise<number> {
  if (found.length === 0) return 0
  const existingAlerts = await lockAlerts(
    db,
    found.map(({ alert }) => alert.id),
  )
  // Known hits are read under the sequence lock, so a concurrent process that found the same notice has
  // either committed or waits.
  const firstNumber = await reserveMatchNumbers(db, found.length)
  const knownHits = await listKnownHits(db, found.map(keyOf))
  const newHits = distinct(found).filter(
    (each) => existingAlerts.has(each.alert.id) && !knownHits.has(hitKey(keyOf(each))),
  )
  if (newHits.length === 0) return 0
  const storedForm = storedFormCache()
  const rows = newHits.map((each, index) =>
    toRows(each, { number: firstNumber + index, now, storedForm: storedForm(each.notice) }),
  )
  await storeFoundNotices(db, noticeRows(newHits, storedForm))
  await insertHits(
    db,
    rows.map(({ hit }) => hit),
  )
  await putMatches(
    db,
    rows.map(({ match }) => match),
  )
  await putRuleHits(db, newHits, now)
  return newHits.length
}

/** Writes the hits that rules notify about. Accounts are processed in a fixed order to avoid deadlocks. */
async function putRuleHits(db: Db, newHits: readonly AlertHit[], now: Date) {
  const notifying = newHits.filter(({ alert }) => alert.timing !== 'none')
  const byAccount = groupBy(notifying, ({ alert }) => alert.account_id)
  for (const accountId of [...byAccount.keys()].toSorted()) {
    const hits = (byAccount.get(accountId) ?? []).map(({ alert, notice }) => {
      const tender_id = notice.tender_id ?? notice.id
      return {
        rule_id: alert.id,
        occurrence: `tender:${notice.id}`,
        subject_key: `tender:${tender_id}`,
        content: JSON.stringify({ tender_id, notice_id: notice.id }),
      }
    })
    await insertRuleHits(db, { accountId, at: now.toISOString() }, hits)
  }
}

const keyOf = ({ alert, notice }: AlertHit) => ({ alert_id: alert.id, notice_id: notice.id })

const distinct = (found: readonly AlertHit[]): AlertHit[] => [
  ...new Map(found.map((each) => [hitKey(keyOf(each)), each])).values(),
]

/** The stored form of a notice, the same for every alert. */
type StoredNoticeForm = Pick<BzpMatchTable, 'published_at' | 'offers_until' | 'search_text'> & {
  readonly content: string
}

/** Cached per notice, because many alerts may have found it. */
function storedFormCache(): (notice: FoundNotice) => StoredNoticeForm {
  const forms = new Map<FoundNotice, StoredNoticeForm>()
  return (notice) => {
    const form = forms.get(notice) ?? toStoredForm(notice)
    forms.set(notice, form)
    return form
  }
}

function toStoredForm(notice: FoundNotice): StoredNoticeForm {
  // Safe: masking preserves the keys of an object and the type of each text.
  const masked = maskPersonal(notice) as FoundNotice
  return {
    published_at: instantOf(notice.published_at) ?? '',
    offers_until: instantOf(notice.offers_until) ?? null,
    search_text: [masked.title, masked.description, masked.authority].map((text) => foldLine(text ?? '')).join('\n'),
    content: JSON.stringify(masked),
  }
}

function noticeRows(
  found: readonly AlertHit[],
  storedForm: (notice: FoundNotice) => StoredNoticeForm,
): BzpFoundNoticeTable[] {
  const rows = found.map(({ alert: { account_id }, notice }): [string, BzpFoundNoticeTable] => [
    `${account_id} ${notice.id}`,
    { account_id, notice_id: notice.id, content: storedForm(notice).content },
  ])
  return [...new Map(rows).values()]
}

type MatchRowInput = { readonly number: number; readonly now: Date; readonly storedForm: StoredNoticeForm }

function toRows({ alert, notice }: AlertHit, { number, now, storedForm }: MatchRowInput) {
  const { published_at, offers_until, search_text } = storedForm
  const key = { alert_id: alert.id, tender_id: notice.tender_id ?? notice.id }
  const hit: BzpHitTable = { ...key, notice_id: notice.id, published_at, number }
  const match: BzpMatchTable = {
    ...key,
    account_id: alert.account_id,
    number,
    found_at: now.toISOString(),
    notice_id: notice.id,
    published_at,
    offers_until,
    search_text,
    is_starred: 0,
    dismissed_at: null,
    dismissed_by: null,
    dismissed_reason: null,
    assignee: null,
    note: null,
  }
  return { hit, match }
}

/** Normalised so that instants sort as text; undefined if the text is not an instant. */
function instantOf(text: string | null | undefined): string | undefined {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
