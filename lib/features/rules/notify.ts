import { randomUUID } from 'node:crypto'

import { chunksOf } from '@/lib/domain/collections/chunks'
import { sendDeliveriesSoon } from '@/lib/features/deliveries/job'
import { type QueuedMessage, queueToChannels, mailRow } from '@/lib/features/deliveries/queue'
import { insertMail } from '@/lib/features/deliveries/statements/mails'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { dueWindow, releaseTime, notifyAt } from './domain/rule-times'
import { pathOfNotice, type RuleKind } from './kinds/kind'
import { kindOfRule } from './kinds/registry'
import { type Recipients, recipientsOf } from './recipients'
import { MAX_HITS_IN_MAIL, ruleMail, ruleMailOf } from './rule-mails'
import {
  HitFormatter,
  MAX_MESSAGE_ITEMS,
  messageOf,
  newMessageId,
  loadContents,
  type NoticeContext,
} from './rule-messages'
import { beginRuleCheck, dropRuleCheck, endRuleCheck, listDueChecks, NOTIFICATIONS } from './statements/checks'
import { countUnreported, listHits, listNewestHits, listRulesWithHits, type UnreportedHit } from './statements/hits'
import { insertNotice } from './statements/notices'
import { findRule, listEnabledRules, updateRule } from './statements/rules'
import type { RuleNoticeTable, RuleTable, RuledAccount } from './tables'

type NotifyDependencies = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'mail' | 'secrets' | 'outgoing'>

type AccountNotifyInput = NotifyDependencies & { readonly account: RuledAccount; readonly hits: HitFormatter }

/** Above this number of hits, the headline omits the list of their sources. */
const MAX_READ = 1000
/** Hits read and queued per statement. */
const HITS_PER_BATCH = 20 * MAX_MESSAGE_ITEMS
/** Delay before a failed notification is retried, and the longest time between two checks of an account. */
const RETRY_MS = 15_000
const MAX_PAUSE_MS = 3_600_000
/** Above this number, immediate matches are sent to channels in one message. */
const MAX_SINGLE_MESSAGES = 20

/**
 * Sends the matches of rules that are due, immediately or as a digest. Each message is created by one process, once.
 */
export async function notifyRules(dependencies: NotifyDependencies): Promise<void> {
  const { storage, clock } = dependencies
  const dueAccounts = await listDueChecks(storage.db, { now: clock().toISOString(), kinds: [NOTIFICATIONS] })
  await forEachAccount(dueAccounts, (account) => notifyDueAccount(dependencies, account), {
    ...dependencies,
    // Messages are only queued here; other jobs send them.
    isEmbedded: true,
    job: 'rules.messages',
    accountOf: ({ id }) => id,
    failureMessage: 'messages of rules were not created; the next run retries',
  })
}

/** Matches that arrive in between schedule another check. */
async function notifyDueAccount(dependencies: NotifyDependencies, account: RuledAccount): Promise<void> {
  const { storage, clock } = dependencies
  const check = { accountId: account.id, kind: NOTIFICATIONS }
  const now = clock()
  const mark = await beginRuleCheck(storage.db, check, now)
  let next: Date | undefined
  try {
    const { isQueued, found, rules } = await notifyRulesOfAccount(dependencies, account)
    if (isQueued) sendDeliveriesSoon(dependencies)
    if (rules.length === 0) return await dropRuleCheck(storage.db, { ...check, mark })
    next = nextCheckAt({ rules, found }, now)
  } finally {
    await endRuleCheck(storage.db, { ...check, mark }, next)
  }
}

/** `found`: rules with hits to report. */
type NotifyResult = { readonly rules: readonly RuleTable[]; readonly found: ReadonlySet<string> }

/**
 * When the next digest is due or held matches are released. Everything else was sent, failed, or lies in the future
 * because of a fast clock.
 */
function nextCheckAt({ rules, found }: NotifyResult, now: Date): Date {
  const soon = new Date(now.getTime() + RETRY_MS)
  const times = rules.flatMap((rule) => {
    if (rule.timing !== 'at_once')
      return [notifyAt(rule, new Date(Math.max(now.getTime(), Date.parse(rule.digest_from))))]
    if (!found.has(rule.id)) return []
    const release = releaseTime(rule, now)
    return [release > now ? release : soon]
  })
  return new Date(Math.min(now.getTime() + MAX_PAUSE_MS, ...times.map((time) => time.getTime())))
}

/** Sends the due matches of one account's rules. Returns whether anything was queued for channels. */
export const notifyAccount = async (dependencies: NotifyDependencies, account: RuledAccount): Promise<boolean> =>
  (await notifyRulesOfAccount(dependencies, account)).isQueued

async function notifyRulesOfAccount(
  dependencies: NotifyDependencies,
  account: RuledAccount,
): Promise<NotifyResult & { readonly isQueued: boolean }> {
  const { storage, clock, log } = dependencies
  const found = await listRulesWithHits(storage.db, account.id)
  const hits = new HitFormatter()
  let queued = 0
  const rules = (await listEnabledRules(storage.db, account.id)).filter(({ timing }) => timing !== 'none')
  for (const rule of rules) {
    if (!isDue(rule, found, clock())) continue
    queued += await notifyRule({ ...dependencies, account, hits }, rule.id).catch((error: unknown) => {
      log.warn({ err: error, rule: rule.id }, 'a message of a rule was not created; the next run retries')
      return 0
    })
  }
  return { isQueued: queued > 0, found, rules }
}

/**
 * A digest's window ends whether or not there is anything to report. Hits of a rule that a newer version saved wait for
 * that version.
 */
const isDue = (rule: RuleTable, found: ReadonlySet<string>, now: Date): boolean =>
  kindOfRule(rule) !== undefined &&
  (rule.timing !== 'at_once' || found.has(rule.id)) &&
  dueWindow(rule, new Date(rule.digest_from), now) !== undefined

/**
 * The reported position, the message, its e-mails and its channel messages are saved in one transaction that locks the
 * rule. Returns the number of channel messages.
 */
function notifyRule({ storage, clock, mail, account, hits }: AccountNotifyInput, id: string): Promise<number> {
  const now = clock()
  return inAccounts(storage, [account.id], async (db) => {
    const rule = await findRule(db, id)
    const end = rule?.enabled === 1 ? dueWindow(rule, new Date(rule.digest_from), now) : undefined
    if (!rule || !end) return 0
    const before = end.toISOString()
    await kindOfRule(rule)?.kind.settle?.(db, { ruleId: id, after: rule.last_notified_hit, before })
    // Reports up to what was read; later matches are reported next time.
    const { count, upTo } = await countUnreported(db, { ruleId: id, after: rule.last_notified_hit, before })
    const queued = count > 0 ? await putMessages(db, { rule, account, count, upTo, before, now, mail, hits }) : 0
    if (count > 0 || rule.timing !== 'at_once')
      await updateRule(db, id, { digest_from: before, last_notified_hit: upTo })
    return queued
  })
}

type NoticeInput = {
  readonly rule: RuleTable
  readonly account: RuledAccount
  readonly count: number
  readonly upTo: number
  readonly before: string
  readonly now: Date
  readonly mail: PanelJobDependencies['mail']
  readonly hits: HitFormatter
}

async function putMessages(db: AccountTx, input: NoticeInput): Promise<number> {
  const { rule, now, count, mail, hits } = input
  const ruleKind = kindOfRule(rule)
  if (!ruleKind) return 0
  const notice: RuleNoticeTable = {
    id: randomUUID(),
    account_id: rule.account_id,
    rule_id: rule.id,
    kind: rule.timing === 'at_once' ? 'at_once' : 'digest',
    window_start: rule.digest_from,
    window_end: input.before,
    at: now.toISOString(),
    hit_count: count,
    hits_after: rule.last_notified_hit,
    hits_up_to: input.upTo,
  }
  await insertNotice(db, notice)
  const recipients = await recipientsOf(db, rule)
  const noticeContext = { ...ruleKind, account: input.account, rule, notice, panelUrl: mail.panelUrl, hits }
  await putMails(db, { ...input, noticeContext, recipients })
  return recipients.channels.length === 0 ? 0 : putToChannels(db, { ...input, noticeContext, recipients })
}

type NoticeDelivery = NoticeInput & { readonly noticeContext: NoticeContext; readonly recipients: Recipients }

async function putMails(db: Db, { noticeContext, recipients, account, mail, ...input }: NoticeDelivery): Promise<void> {
  if (recipients.mails.length === 0) return
  const { kind, condition, notice } = noticeContext
  const gravest = await readGravest(db, { ...input, kind })
  const contents = gravest.map(({ parsed }) => parsed)
  const all = input.count > MAX_READ ? undefined : contents
  const listed = gravest.slice(0, kind.maxListed ?? MAX_HITS_IN_MAIL)
  const loadedContents = await loadContents(db, { ...noticeContext, rule: input.rule }, listed)
  for (const { email, locale } of recipients.mails) {
    const words: Parameters<typeof mailRow>[1]['words'] = (unsubscribe) =>
      kind.mail?.(locale, contents, { account, ruleName: input.rule.name, panelUrl: mail.panelUrl, unsubscribe }) ??
      ruleMail(locale, {
        account,
        path: pathOfNotice(kind, notice),
        ruleName: input.rule.name,
        eventCount: all?.reduce((sum: number, content) => sum + (kind.events?.(content) ?? 1), 0),
        isDigest: notice.kind === 'digest',
        count: input.count,
        headline: kind.headline(locale, { condition, count: input.count, all }),
        descriptions: loadedContents.map(({ content, at }) => ({
          ...kind.describe(locale, JSON.parse(content)),
          foundAt: at,
        })),
        at: notice.at,
        panelUrl: mail.panelUrl,
        unsubscribe,
      })
    const state = mail.mailer ? 'waiting' : 'unsent'
    await insertMail(db, mailRow(ruleMailOf(notice, email), { state, words, links: mail.unsubscribeLinks }))
  }
}

type RankedHit = { readonly content: string; readonly parsed: unknown; readonly at: string; readonly rank: number }

/** Reads the hits to report, the gravest first and then the newest, so that an e-mail never leaves out a grave one. */
async function readGravest(
  db: Db,
  { kind, rule, count, ...input }: Pick<NoticeInput, 'rule' | 'count' | 'upTo'> & { readonly kind: RuleKind },
): Promise<readonly RankedHit[]> {
  const maxHits = count > MAX_READ ? MAX_HITS_IN_MAIL : MAX_READ
  let gravest: RankedHit[] = []
  let { upTo } = input
  for (;;) {
    const page = await listNewestHits(db, { ruleId: rule.id, after: rule.last_notified_hit, upTo, limit: MAX_READ })
    const ranked = page.map(({ content, at }) => {
      const parsed = JSON.parse(content) as unknown
      return { content, parsed, at, rank: kind.rank?.(parsed) ?? 0 }
    })
    gravest = [...gravest, ...ranked].toSorted((a, b) => a.rank - b.rank).slice(0, maxHits)
    // If all hits rank equally, the newest are the right ones.
    if (page.length < MAX_READ || kind.rank === undefined) return gravest
    upTo = (page.at(-1)?.number ?? 0) - 1
  }
}

/**
 * Queues one message per hit for immediate rules; held matches, large numbers and digests share a message. Returns the
 * number of messages.
 */
async function putToChannels(
  db: AccountTx,
  { noticeContext, recipients, now, count, upTo, rule }: NoticeDelivery,
): Promise<number> {
  let after = rule.last_notified_hit
  let queued = 0
  for (;;) {
    const found = await listHits(db, { ruleId: rule.id, after, upTo, limit: HITS_PER_BATCH })
    const hits = await loadContents(db, { ...noticeContext, rule }, found)
    const isSingle =
      rule.timing === 'at_once' && count <= MAX_SINGLE_MESSAGES && !hits.some((hit) => wasDelayed(rule, hit))
    const groups = isSingle ? chunksOf(hits, 1) : chunksOf(gravestFirst(noticeContext, hits), MAX_MESSAGE_ITEMS)
    const messages = groups.flatMap((group) =>
      queuedMessagesOf({ noticeContext, channels: recipients.channels, now }, group),
    )
    await queueToChannels(db, messages)
    queued += messages.length
    if (hits.length < HITS_PER_BATCH) return queued
    after = hits.at(-1)?.number ?? upTo
  }
}

/** Chats that show only part of a message show its first items. */
const gravestFirst = (noticeContext: NoticeContext, hits: readonly UnreportedHit[]): UnreportedHit[] =>
  hits
    .map((hit) => ({ hit, rank: noticeContext.hits.format(noticeContext, hit.content).rank }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ hit }) => hit)

const wasDelayed = (rule: RuleTable, { at }: UnreportedHit): boolean => {
  const found = new Date(at)
  return releaseTime(rule, found) > found
}

type QueueInput = { readonly noticeContext: NoticeContext; readonly channels: readonly string[]; readonly now: Date }

function queuedMessagesOf(
  { noticeContext, channels, now }: QueueInput,
  hits: readonly UnreportedHit[],
): QueuedMessage[] {
  const [first] = hits
  if (!first) return []
  const { rule, notice } = noticeContext
  const message = messageOf(noticeContext, hits)
  const subjectKey = hits.length === 1 && notice.kind === 'at_once' ? first.subject_key : `rule:${rule.id}`
  return channels.map((channelId) => ({
    accountId: notice.account_id,
    channelId,
    ruleId: rule.id,
    noticeId: notice.id,
    subjectKey,
    // Each channel's copy is a separate message.
    message: { ...message, id: newMessageId() },
    language: rule.language,
    now,
  }))
}
