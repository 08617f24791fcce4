import { randomUUID } from 'node:crypto'

import { normaliseMailbox } from '@/lib/domain/mailbox'
import { pages } from '@/lib/domain/pages'
import { recordChange } from '@/lib/features/audit/audit'
import { MAX_CHANNEL_TESTS_AN_HOUR } from '@/lib/features/channels/contract'
import { attemptDelivery, attemptMail, isMail } from '@/lib/features/deliveries/attempt'
import { mailRow, type QueuedMessage, queueToChannels } from '@/lib/features/deliveries/queue'
import { listClaimedBy, countTests } from '@/lib/features/deliveries/statements/deliveries'
import { insertMail } from '@/lib/features/deliveries/statements/mails'
import type { MailTable } from '@/lib/features/deliveries/tables'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { deliveryContextOf } from '@/lib/panel/outgoing/outgoing'
import { asViewer } from '@/lib/panel/owned'
import { wordsIn } from '@/lib/panel/words'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { listNoticeDeliveries } from './channels'
import { rolesOfRule } from './contract/conditions'
import type { RuleNotice } from './contract/rules'
import { kindOf } from './kinds/registry'
import { type Recipients, recipientsOf } from './recipients'
import { ruleMailOf } from './rule-mails'
import { ruleTestMail, whySentBy } from './rule-mails'
import { newMessageId } from './rule-messages'
import { type ParsedRule, rules } from './rule-view'
import { requireRule } from './rules'
import { listNewestHits } from './statements/hits'
import { insertNotice, lastTestStart, listNotices } from './statements/notices'
import { listReaders } from './statements/rules'
import type { RuleNoticeTable, RuleTable } from './tables'

const MAX_NOTICES = 50
/** Maximum number of thresholds listed per message. */
const MAX_LISTED = 20
/** Shared with tender alerts: the limit of test e-mails is per account. */
const TESTS_PER_HOUR = 30
const HOUR_MS = 3_600_000

/** Newest first. */
export async function readNotices(ruleId: string, context: PanelContext): Promise<{ items: RuleNotice[] }> {
  const { db } = context.storage
  const parsedRule = await requireRule(db, context, ruleId)
  const notices = await listNotices(db, parsedRule.row.id, MAX_NOTICES)
  const ids = notices.map(({ id }) => id)
  const deliveries = await listNoticeDeliveries(db, asViewer(context), ids)
  const visible = await shownRecipients(db, parsedRule, context)
  const reached = await readReached(db, parsedRule, notices)
  return {
    items: notices.map((notice) => ({
      ...toNotice(notice),
      deliveries: (deliveries.get(notice.id) ?? []).map((delivery) => hideFrom(visible, delivery)),
      reached: reached.get(notice.id) ?? [],
    })),
  }
}

/** Users who may not change a rule only see the addresses of members; undefined means all recipients are visible. */
async function shownRecipients(
  db: Db,
  parsedRule: ParsedRule,
  context: PanelContext,
): Promise<ReadonlySet<string> | undefined> {
  const { row, condition } = parsedRule
  if (row.owner !== TEAM_OWNER || rules.mayChange(row, context)) return undefined
  if (rolesOfRule[condition.kind].hidesTargets) return new Set()
  return new Set((await listReaders(db, row.account_id)).map(({ email }) => normaliseMailbox(email)))
}

type Delivery = RuleNotice['deliveries'][number]

/** The mail server's text is hidden too, because it may repeat the address. */
const hideFrom = (visible: ReadonlySet<string> | undefined, delivery: Delivery): Delivery =>
  visible === undefined ||
  delivery.kind === 'channel' ||
  (delivery.recipient !== null && visible.has(normaliseMailbox(delivery.recipient)))
    ? delivery
    : { ...delivery, recipient: null, error: null }

async function readReached(
  db: Db,
  { row, condition }: ParsedRule,
  notices: readonly RuleNoticeTable[],
): Promise<ReadonlyMap<string, RuleNotice['reached']>> {
  const { reachedIn } = kindOf(condition.kind)
  const reachedByNotice = new Map<string, RuleNotice['reached']>()
  if (!reachedIn) return reachedByNotice
  for (const { id, hits_after: after, hits_up_to: upTo } of notices) {
    if (after === null || upTo === null) continue
    const hits = await listNewestHits(db, { ruleId: row.id, after, upTo, limit: MAX_LISTED })
    reachedByNotice.set(
      id,
      hits.flatMap(({ content }) => reachedIn(JSON.parse(content)) ?? []),
    )
  }
  return reachedByNotice
}

const toNotice = ({ id, at, kind, window_start, window_end, hit_count }: RuleNoticeTable) => ({
  id,
  at,
  kind,
  window_start,
  window_end,
  hit_count,
})

export async function testRule(ruleId: string, context: PanelContext): Promise<RuleNotice> {
  const { db } = context.storage
  const parsedRule = await requireRule(db, context, ruleId)
  rules.requireMayChange(parsedRule.row, context)
  const holder = randomUUID()
  const notice = await putTest(parsedRule.row, holder, context)
  await sendNow(holder, context)
  const deliveries = await listNoticeDeliveries(db, asViewer(context), [notice.id])
  return {
    ...toNotice(notice),
    deliveries: deliveries.get(notice.id) ?? [],
    reached: [],
  }
}

/** A failed test is not retried, neither here nor by the mail queue. */
async function sendNow(holder: string, context: PanelContext): Promise<void> {
  const deliveryContext = deliveryContextOf(context)
  const claimedDeliveries = await listClaimedBy(context.storage.db, context.account.id, holder)
  const isLast = true
  await Promise.all(
    claimedDeliveries.map((delivery) =>
      isMail(delivery)
        ? attemptMail(deliveryContext, { delivery, holder, isLast })
        : attemptDelivery(deliveryContext, { delivery, holder, isLast }),
    ),
  )
}

async function putTest(rule: RuleTable, holder: string, context: PanelContext) {
  const { now } = context
  const at = now.toISOString()
  return inAccount(context, async (db) => {
    const recipients = await recipientsOf(db, rule)
    await requireFewTests(db, recipients, context)
    const notice: RuleNoticeTable = {
      id: randomUUID(),
      account_id: rule.account_id,
      rule_id: rule.id,
      kind: 'test',
      window_start: await nextFreeStart(db, rule, now),
      window_end: at,
      at,
      hit_count: 0,
      hits_after: null,
      hits_up_to: null,
    }
    await insertNotice(db, notice)
    const testNotice = { rule, notice, recipients, holder }
    for (const each of testMailsOf(testNotice, context)) await insertMail(db, each)
    await queueToChannels(db, testMessagesOf(testNotice, context))
    if (rule.owner === TEAM_OWNER) {
      const after = { name: rule.name, recipients: recipients.mails.map(({ email }) => email) }
      await recordChange(db, context, { action: 'rules.test', target: rule.id, after })
    }
    return notice
  })
}

/** Two tests never get the same start instant, because windows of a rule must be unique. */
async function nextFreeStart(db: Db, rule: RuleTable, now: Date): Promise<string> {
  const last = await lastTestStart(db, rule.id)
  return new Date(last === undefined ? now : Math.max(now.getTime(), Date.parse(last) + 1)).toISOString()
}

async function requireFewTests(
  db: Db,
  { mails, channels }: Recipients,
  { account, now, mail }: PanelContext,
): Promise<void> {
  if (mails.length > 0 && !mail.mailer) throw new HttpError('unavailable', 'No SMTP server is set up (SMTP_URL)')
  const since = new Date(now.getTime() - HOUR_MS).toISOString()
  const sent = await countTests(db, { accountId: account.id, since, isMail: true })
  const posted = await countTests(db, { accountId: account.id, since })
  const isFew =
    (mails.length === 0 || sent + mails.length <= TESTS_PER_HOUR) &&
    (channels.length === 0 || posted + channels.length <= MAX_CHANNEL_TESTS_AN_HOUR)
  if (isFew) return
  throw new HttpError('limit', `At most ${TESTS_PER_HOUR} test messages an hour`, { extra: { limit: TESTS_PER_HOUR } })
}

type TestNotice = {
  readonly rule: RuleTable
  readonly notice: RuleNoticeTable
  readonly recipients: Recipients
  readonly holder: string
}

/** The message is created as claimed, so that only this call sends it. */
const claimOf = ({ holder }: TestNotice, now: Date) => ({
  claimed_by: holder,
  claimed_until: new Date(now.getTime() + HOUR_MS).toISOString(),
})

const testMailsOf = (testNotice: TestNotice, { account, now, mail }: PanelContext): MailTable[] =>
  testNotice.recipients.mails.map(({ email, locale }) =>
    mailRow(ruleMailOf(testNotice.notice, email), {
      state: 'waiting',
      words: (unsubscribe) =>
        ruleTestMail(locale, {
          account,
          ruleName: testNotice.rule.name,
          at: testNotice.notice.at,
          panelUrl: mail.panelUrl,
          unsubscribe,
        }),
      links: mail.unsubscribeLinks,
      claim: claimOf(testNotice, now),
    }),
  )

function testMessagesOf(testNotice: TestNotice, { account, now, mail }: PanelContext): QueuedMessage[] {
  const { rule, notice, recipients } = testNotice
  const { language } = rule
  const { words: t } = wordsIn(language, 'mails', 'rules')
  const claim = claimOf(testNotice, now)
  return recipients.channels.map((channelId) => {
    const id = newMessageId()
    return {
      accountId: rule.account_id,
      channelId,
      ruleId: rule.id,
      noticeId: notice.id,
      // A separate subject, so that the test does not wait for other messages.
      subjectKey: id,
      message: {
        id,
        type: 'test',
        at: notice.at,
        title: t.testSubject,
        items: [{ title: t.testHere, lines: [] }],
        more: 0,
        note: whySentBy(language, { account: account.name, rule: rule.name }),
        ...(mail.panelUrl !== undefined && { url: `${mail.panelUrl}${pages.notifications.path}` }),
        data: { rule_id: rule.id, notice_id: notice.id },
      },
      language,
      now,
      claim,
    }
  })
}
