import type { Logger } from 'pino'

import { claimMail, listDueMails, settleMail } from '@/lib/storage/panel/spend/spend-alerts'
import type { MailTable } from '@/lib/storage/panel/spend/tables'
import type { Storage } from '@/lib/storage/storage'

import { MailRefused, type Mailer, type MailService, toMessage } from './mailer'
import { isStillRead } from './unsubscribe'

export type Outbox = {
  readonly storage: Storage
  readonly mailer: Mailer
  readonly unsubscribeLinks: MailService['unsubscribeLinks']
  readonly clock: () => Date
  readonly log: Logger
}

const BATCH = 50
/** Longer than a mailer waits. A process that dies with a claim leaves the mail to the others after it. */
const CLAIM_MS = 120_000
const MINUTE_MS = 60_000
/** After each failed attempt. The last one is about a day after the first. */
const WAITS_MIN = [1, 5, 15, 60, 180, 360, 720]

/** Sends what is due, each mail by one process. What fails is tried again later, and the list says why it failed. */
export async function deliverDue(outbox: Outbox): Promise<void> {
  const { storage, clock } = outbox
  const due = await listDueMails(storage.db, clock().toISOString(), BATCH)
  for (const id of due) {
    const now = clock()
    const until = new Date(now.getTime() + CLAIM_MS).toISOString()
    const mail = await claimMail(storage.db, { id, now: now.toISOString(), until })
    if (!mail) continue
    if (mail.kind === 'alert' && !(await isStillRead(storage.db, mail))) await leaveUnsent(outbox, mail)
    else await deliver(outbox, mail)
  }
}

/** Whoever was taken off an alert while its mail waited, or has left, does not get it. */
const leaveUnsent = ({ storage }: Outbox, { id, attempts, last_error, next_at }: MailTable): Promise<void> =>
  settleMail(storage.db, { id, attempts, last_error, next_at, sent_at: null, state: 'unsent' })

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
      () => ({ state: 'sent', last_error: null, sent_at: clock().toISOString(), next_at: mail.next_at }) as const,
      (error: unknown) => {
        log.warn({ err: error, mail: mail.id, attempts }, 'an e-mail was not sent')
        return failureOf(error, { attempts, isLast, now: clock() })
      },
    )
  const settled = { id: mail.id, attempts, ...outcome }
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
    next_at: new Date(at.now.getTime() + (waitMin ?? 0) * MINUTE_MS).toISOString(),
  } as const
}
