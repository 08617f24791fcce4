import type { Logger } from 'pino'

import { insertMailAttempt } from '@/lib/storage/panel/delivery/mails'
import { claimMail, listDueMailAccounts, listDueMails, settleMail } from '@/lib/storage/panel/spend/outbox'
import type { MailTable } from '@/lib/storage/panel/spend/tables'
import type { Storage } from '@/lib/storage/storage'

import { withJitter } from '../delivery/back-off'
import { MailServerAway } from '../mail/mail-server'
import { MailRefused, type Mailer, type MailService, responseCodeOf, toMessage } from './mailer'
import { isStillRead } from './unsubscribe'

export type Outbox = {
  readonly storage: Storage
  readonly mailer: Mailer
  readonly unsubscribeLinks: MailService['unsubscribeLinks']
  readonly clock: () => Date
  readonly log: Logger
}

/** Of each account in a turn; then the others have theirs. */
const BATCH = 5
/** Accounts beside each other: a server that is slow with one does not hold up the others. */
const ACCOUNTS_AT_ONCE = 4
/** Longer than a mailer waits. A process that dies with a claim leaves the mail to the others after it. */
const CLAIM_MS = 120_000
const MINUTE_MS = 60_000
const SERVER_WAIT_MS = 30_000
const MAX_AGE_MS = 7 * 24 * 60 * MINUTE_MS
/** After each failed attempt. The last one is not quite three days after the first. */
const WAITS_MIN = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]

/**
 * Sends what is due, each mail by one process: of an account one after another, accounts in turns and a few beside each other. What
 * fails is tried again later, and the list says why it failed. While the server is away nothing is tried. Begins no mail once it is to
 * stop.
 */
export async function deliverDue(outbox: Outbox, stopping?: AbortSignal): Promise<void> {
  const { storage, clock } = outbox
  if ((await outbox.mailer.server?.isReady()) === false) return
  const leavesOff = () => stopping?.aborted === true || outbox.mailer.server?.mayTry() === false
  // As long as somebody has more, unless others have all of it. Whoever has mails due since then has a turn as well.
  for (let isMore = true; isMore && !leavesOff();) {
    const waiting = await listDueMailAccounts(storage.db, clock().toISOString())
    isMore = false
    const work = async () => {
      for (let accountId = waiting.shift(); accountId !== undefined; accountId = waiting.shift()) {
        if (await deliverTurn(outbox, accountId, leavesOff)) isMore = true
      }
    }
    await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, work))
  }
}

/** Whether the account may have more. */
async function deliverTurn(outbox: Outbox, accountId: string, leavesOff: () => boolean): Promise<boolean> {
  const due = await listDueMails(outbox.storage.db, accountId, { now: outbox.clock().toISOString(), limit: BATCH })
  let claimed = 0
  for (const id of due) if (!leavesOff() && (await deliverClaimed(outbox, id))) claimed += 1
  return due.length === BATCH && claimed > 0
}

async function deliverClaimed(outbox: Outbox, id: string): Promise<boolean> {
  const { storage, clock } = outbox
  const now = clock()
  const until = new Date(now.getTime() + CLAIM_MS).toISOString()
  const mail = await claimMail(storage.db, { id, now: now.toISOString(), until })
  if (!mail) return false
  if (mail.kind === 'alert' && !(await isStillRead(storage.db, mail))) await leaveUnsent(outbox, mail)
  else if (isTooOld(mail, now)) await giveUp(outbox, mail)
  else await deliver(outbox, mail)
  return true
}

/** Whoever was taken off an alert while its mail waited, or has left, does not get it. */
const leaveUnsent = ({ storage }: Outbox, { id, attempts, last_error, next_at }: MailTable): Promise<void> =>
  settleMail(storage.db, { id, attempts, last_error, next_at, sent_at: null, state: 'unsent' })

/** What waited longer for a server that was away is news of nothing. What the server answered for has its own tries. */
const isTooOld = ({ attempts, created_at: at }: MailTable, now: Date): boolean =>
  attempts === 0 && now.getTime() - Date.parse(at) > MAX_AGE_MS

const giveUp = ({ storage }: Outbox, { id, attempts, next_at }: MailTable): Promise<void> => {
  const last_error = 'The mail server was away for more than 7 days'
  return settleMail(storage.db, { id, attempts, last_error, next_at, sent_at: null, state: 'failed' })
}

/** At once what was just written, without waiting for it; what fails here is the job's. */
export function deliverSoon({ storage, mail, log }: Pick<Outbox, 'storage' | 'log'> & { mail: MailService }): void {
  if (!mail.mailer) return
  const { mailer, unsubscribeLinks } = mail
  deliverDue({ storage, mailer, unsubscribeLinks, log, clock: () => new Date() }).catch((error: unknown) =>
    log.warn({ err: error }, 'e-mails were not sent at once; the job does it'),
  )
}

type Delivered = Pick<MailTable, 'id' | 'state' | 'attempts' | 'last_error' | 'sent_at' | 'next_at'>

/** One attempt, and what came of it. The caller holds the claim. `isLast`: a failure is not tried again. */
export async function deliver(outbox: Outbox, mail: MailTable, { isLast = false } = {}): Promise<Delivered> {
  const { storage, mailer, unsubscribeLinks, clock, log } = outbox
  const attempts = mail.attempts + 1
  const at = clock().toISOString()
  const startedAt = performance.now()
  const outcome = await mailer
    .send({
      id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      // Only an alert has readers that its owner typed.
      unsubscribeUrl: mail.kind === 'person' ? undefined : unsubscribeLinks(mail.id)?.oneClick,
    })
    .then(
      () =>
        ({
          state: 'sent',
          last_error: null,
          sent_at: clock().toISOString(),
          next_at: mail.next_at,
          code: null,
        }) as const,
      (error: unknown) => {
        if (error instanceof MailServerAway && !isLast) return 'server_away' as const
        log.warn({ mail: mail.id, attempts, reason: toMessage(error) }, 'an e-mail was not sent')
        return failureOf(error, { attempts, isLast, now: clock() })
      },
    )
  if (outcome === 'server_away') return leaveWaiting(outbox, mail)
  const latency_ms = Math.round(performance.now() - startedAt)
  const { code, ...rest } = outcome
  const settled = { id: mail.id, attempts, ...rest }
  if (mail.kind !== 'person') {
    await insertMailAttempt(storage.db, {
      mail_id: mail.id,
      number: attempts,
      at,
      latency_ms,
      error: rest.last_error,
      code,
    })
  }
  await settleMail(storage.db, settled)
  return settled
}

/**
 * Nothing was said of the mail: it has its tries left, and goes soon after the server is back. Not with the very first ones, because a
 * server that breaks off at this one alone would never come to the others.
 */
async function leaveWaiting({ storage, clock }: Outbox, { id, attempts }: MailTable): Promise<Delivered> {
  const last_error = 'The mail server takes no e-mails now'
  const next_at = new Date(clock().getTime() + SERVER_WAIT_MS).toISOString()
  const settled = { id, attempts, next_at, last_error, sent_at: null, state: 'waiting' } as const
  await settleMail(storage.db, settled)
  return settled
}

function failureOf(error: unknown, at: { attempts: number; isLast: boolean; now: Date }) {
  const waitMin = WAITS_MIN[at.attempts - 1]
  const isOver = at.isLast || waitMin === undefined || error instanceof MailRefused
  return {
    state: isOver ? 'failed' : 'waiting',
    last_error: toMessage(error),
    sent_at: null,
    next_at: new Date(at.now.getTime() + withJitter((waitMin ?? 0) * MINUTE_MS, Math.random())).toISOString(),
    code: responseCodeOf(error),
  } as const
}
