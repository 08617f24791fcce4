import type { BzpFilter } from '@/lib/contract/bzp'
import { groupBy } from '@/lib/domain/collections/group-by'
import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { pages } from '@/lib/domain/pages'
import { MAX_BZP_ALERTS } from '@/lib/features/bzp/contract/alerts'
import { type MarkedText, type Passage, explainMatch } from '@/lib/features/bzp/domain/why-matches'
import { matchesPath } from '@/lib/features/bzp/links'
import { type FoundNotice, readStoredNotices } from '@/lib/features/bzp/match-view'
import { prepareTender } from '@/lib/features/bzp/prepare-tender'
import { foldPendingHits, listHitsOf } from '@/lib/features/bzp/statements/hits'
import { deleteUnmatchedNotices } from '@/lib/features/bzp/statements/readings'
import { countIn, wordsIn } from '@/lib/panel/words'
import type { Db } from '@/lib/storage/storage'

import type { RuleKindOf, HitDescription } from './kind'

/** Each procedure takes several lines; the rest are only counted and shown on the page. */
const MAX_LISTED = 20

/** The reference stored in a hit; the procedure's data is stored once for all rules of the account. */
export type TenderReference = { readonly alert_id: string; readonly tender_id: string; readonly notice_id: string }
export type TenderHitContent = Omit<FoundNotice, 'description'> & {
  readonly alert_id: string
  readonly tender_id: string
  /** Notices of the procedure that were found before. */
  readonly earlier: number
  readonly why: MatchReason
}
type MatchReason = ReturnType<typeof matchReasonOf>

/**
 * Why a notice matched: the matching words in title and authority, else the matching sentence of the description; the
 * authority's NIP and the CPV code.
 */
function matchReasonOf(notice: FoundNotice, filter: Partial<BzpFilter>) {
  const { title, authority, passages, nip, cpv } = explainMatch(notice, filter)
  const words = [...new Set([title, authority].flatMap(hitsIn))]
  const [passage] = words.length === 0 ? passages : []
  return {
    words,
    passage: passage === undefined ? null : cutText(passage),
    nip,
    cpv: cpv?.isHit === true ? cpv.code : null,
  }
}

const hitsIn = (marked: MarkedText | null): readonly string[] =>
  marked?.ranges.map(({ start, end }) => marked.text.slice(start, end).toLowerCase()) ?? []

const cutText = ({ text, isCutBefore, isCutAfter }: Passage): string =>
  `${isCutBefore ? '… ' : ''}${text}${isCutAfter ? ' …' : ''}`

type TenderQuery = {
  readonly accountId: string
  /** The part of the filter that the explanation mentions. */
  readonly filter: Partial<BzpFilter>
}

export async function readReferencedTenders(
  db: Db,
  references: readonly TenderReference[],
  { accountId, filter }: TenderQuery,
): Promise<TenderHitContent[]> {
  const noticeIds = references.map(({ notice_id: id }) => id)
  const notices = await readStoredNotices(db, accountId, noticeIds)
  const earlier = new Map<string, number>()
  for (const [alertId, alertReferences] of groupBy(references, ({ alert_id: id }) => id)) {
    const tenderIds = alertReferences.map(({ tender_id: id }) => id)
    for (const { tender_id: id } of await listHitsOf(db, alertId, tenderIds)) {
      earlier.set(`${alertId} ${id}`, (earlier.get(`${alertId} ${id}`) ?? -1) + 1)
    }
  }
  return references.map(({ alert_id, tender_id, notice_id }) => {
    const notice = notices.get(notice_id) ?? { id: notice_id }
    const { description: _long, ...shown } = notice
    return {
      ...shown,
      alert_id,
      tender_id,
      earlier: earlier.get(`${alert_id} ${tender_id}`) ?? 0,
      why: matchReasonOf(notice, filter),
    }
  })
}

const open: NonNullable<RuleKindOf<'tender'>['open']> = async (db, { rule, condition }, contents) => {
  // Safe: `recordAlertHits` wrote them.
  const references = contents.map((text) => ({
    ...(JSON.parse(text) as Omit<TenderReference, 'alert_id'>),
    alert_id: rule.id,
  }))
  const tenders = await readReferencedTenders(db, references, { accountId: rule.account_id, filter: condition.filter })
  return tenders.map((each) => JSON.stringify(each))
}

export function describeTender(locale: Locale, content: unknown): HitDescription {
  const t = wordsIn(locale, 'mails', 'found').words.tenders
  // Safe: `open` made it.
  const tender = content as TenderHitContent
  const { id, title, authority, city, offers_until: until, earlier } = tender
  const name = title ?? id
  const lines = [
    [authority, city].filter(Boolean).join(', '),
    deadlineText(locale, until),
    matchReasonText(locale, tender.why),
  ]
  return {
    title: earlier > 0 ? `${name} (${t.changed})` : name,
    lines: lines.filter((line): line is string => line !== undefined && line !== ''),
    path: matchesPath(tender.alert_id, tender.tender_id),
    ...(title && { lead: `BZP: ${title}${authority ? ` (${authority})` : ''}`, quoted: [title] }),
    isDated: true,
  }
}

function deadlineText(locale: Locale, until: string | null | undefined): string | undefined {
  const { words, say } = wordsIn(locale, 'mails', 'found')
  if (until === undefined) return undefined
  return until === null ? words.tenders.noDeadline : say('tenders.until', { when: formatDateTime(until, locale) })
}

function matchReasonText(locale: Locale, { words, passage, nip, cpv }: MatchReason): string | undefined {
  const { words: t, say } = wordsIn(locale, 'mails', 'found')
  const parts = [
    ...words.map((text) => say('tenders.quoted', { text })),
    ...(passage === null ? [] : [say('tenders.inText', { text: passage })]),
    ...(nip === null ? [] : [`NIP ${nip}`]),
    ...(cpv === null ? [] : [`CPV ${cpv}`]),
  ]
  return parts.length === 0 ? undefined : `${t.tenders.why}: ${parts.join(', ')}`
}

/** Saved tender alerts: `bzp/job.ts` finds their matches, and the tender search lists them. */
export const tenderKind: RuleKindOf<'tender'> = {
  name: 'tender',
  // The tender search itself shows what a filter matches.
  preview: () => Promise.resolve({ since: undefined, found: [] }),
  messageType: () => 'tender.found',
  headline: (locale, { count }) => wordsIn(locale, 'mails', 'found').say('tenders.new', countIn(locale, count)),
  describe: describeTender,
  path: pages.bzpMatches.path,
  pathOf: (ruleId) => matchesPath(ruleId),
  maxListed: MAX_LISTED,
  settle: foldPendingHits,
  open,
  prepare: prepareTender,
  limit: MAX_BZP_ALERTS,
  forget: deleteUnmatchedNotices,
}
