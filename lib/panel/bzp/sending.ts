import { randomUUID } from 'node:crypto'

import { findAccount } from '@/lib/storage/accounts/accounts'
import { listTellingAlerts, listTold, updateBzpAlert } from '@/lib/storage/panel/bzp/alerts'
import { listHitsOf } from '@/lib/storage/panel/bzp/found'
import { insertSend, listUntold, lockBzpAlert, markTold, type UntoldMatch } from '@/lib/storage/panel/bzp/sends'
import type { BzpAlertTable, BzpSendTable } from '@/lib/storage/panel/bzp/tables'
import { insertMail } from '@/lib/storage/panel/delivery/mails'
import type { Db } from '@/lib/storage/storage'

import { mailRow } from '../delivery/queue'
import type { PanelJobDependencies } from '../job'
import { localeOf } from '../mail/person-mail'
import { type BzpMail, foundMail, MAX_TOLD } from './alert-mails'
import { filterOf } from './alert-view'
import { dueDigest, nextDigestOf } from './digest-times'
import { readKeptNotices } from './match-view'

type Telling = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'mail'>

/** Tells of what was found and is due: at once, or as a digest. Each message is made by one process, once. */
export async function tellFound(telling: Telling): Promise<void> {
  for (const alert of await listTellingAlerts(telling.storage.db, telling.clock().toISOString())) {
    const { id } = alert
    await tellOf(telling, id).catch((error: unknown) =>
      telling.log.warn({ err: error, alert: id }, 'a message about tenders was not made; it is tried again'),
    )
  }
}

/** What was told, the message and its e-mails are one transaction, under the lock of the alert. */
function tellOf({ storage, clock, mail }: Telling, id: string): Promise<void> {
  const { engine } = storage
  const now = clock()
  return storage.db.transaction().execute(async (db) => {
    const alert = await lockBzpAlert({ db, engine }, id)
    const due = alert && dueOf(alert, now)
    if (!alert) return
    if (!due) {
      await updateBzpAlert(db, id, { tell_at: tellsAt(alert, now) })
      return
    }
    const waiting = await listUntold(db, id, due.before)
    const untold = waiting.filter(({ dismissed_at: dismissedAt }) => dismissedAt === null)
    if (untold.length > 0) {
      const send = sendOf(alert, { untold, due, now })
      if (await insertSend(db, send)) await putMails(db, { alert, send, untold, mail })
    }
    // Up to what was read: what is found at this moment is told next time.
    const [newest] = waiting
    if (newest) await markTold(db, id, { upTo: newest.number, before: due.before })
    const told = due.before === undefined ? {} : { digest_from: due.before }
    await updateBzpAlert(db, id, { ...told, tell_at: tellsAt({ ...alert, ...told }, now) })
  })
}

/** After all that is of time: only what is found, or a change, has an alert looked at again. */
const WHEN_FOUND = '9999-12-31T00:00:00.000Z'

/** When an alert may have something to tell next; not later than it has. */
function tellsAt(alert: BzpAlertTable, now: Date): string {
  const { delivery, muted_until: muted } = alert
  const unmuted = muted !== null && muted > now.toISOString() ? [muted] : []
  const usual = delivery === 'none' || delivery === 'at_once' ? WHEN_FOUND : nextDigestOf({ ...alert, delivery }, now)
  return [...unmuted, typeof usual === 'string' ? usual : usual.toISOString()].toSorted()[0] ?? WHEN_FOUND
}

type Due = {
  readonly kind: BzpSendTable['kind']
  /** End of a digest's window: what was found later is of the next one. */
  readonly before?: string
}

function dueOf(alert: BzpAlertTable, now: Date): Due | undefined {
  const { delivery, muted_until: mutedUntil } = alert
  if (delivery === 'none') return undefined
  if (delivery === 'at_once') {
    return mutedUntil !== null && mutedUntil > now.toISOString() ? undefined : { kind: 'at_once' }
  }
  const end = dueDigest({ ...alert, delivery }, now)
  return end && { kind: 'digest', before: end.toISOString() }
}

type Made = { readonly untold: readonly UntoldMatch[]; readonly due: Due; readonly now: Date }

const sendOf = (alert: BzpAlertTable, { untold, due, now }: Made): BzpSendTable => ({
  id: randomUUID(),
  account_id: alert.account_id,
  alert_id: alert.id,
  kind: due.kind,
  // Of two messages at once each has a highest number of its own.
  window_start: due.kind === 'digest' ? alert.digest_from : String(untold[0]?.number ?? 0),
  at: now.toISOString(),
  match_count: untold.length,
  tender_ids: JSON.stringify(untold.map(({ tender_id: id }) => id)),
})

type Written = {
  readonly alert: BzpAlertTable
  readonly send: BzpSendTable
  readonly untold: readonly UntoldMatch[]
  readonly mail: PanelJobDependencies['mail']
}

async function putMails(db: Db, { alert, send, untold, mail }: Written): Promise<void> {
  const readers = await listTold(db, alert)
  if (readers.length === 0) return
  const account = await findAccount(db, alert.account_id)
  const content: Omit<BzpMail, 'unsubscribe'> = {
    account: { name: account?.name ?? '' },
    alertId: alert.id,
    alertName: alert.name,
    filter: filterOf(alert),
    isDigest: send.kind === 'digest',
    count: untold.length,
    found: await readFound(db, alert, untold.slice(0, MAX_TOLD)),
    at: send.at,
    panelUrl: mail.panelUrl,
  }
  const state = mail.mailer ? 'waiting' : 'unsent'
  for (const reader of readers) {
    const words: Parameters<typeof mailRow>[1]['words'] = (unsubscribe) =>
      foundMail(localeOf(reader), { ...content, unsubscribe })
    const row = mailRow(mailOf(send, reader.email), { state, words, links: mail.unsubscribeLinks })
    await insertMail(db, row)
  }
}

/** One copy of a message. */
export const mailOf = (send: BzpSendTable, recipient: string) =>
  ({
    account_id: send.account_id,
    send_id: send.id,
    alert_id: send.alert_id,
    kind: send.kind === 'test' ? 'test' : 'alert',
    recipient,
    at: send.at,
  }) as const

async function readFound(db: Db, alert: BzpAlertTable, matches: readonly UntoldMatch[]): Promise<BzpMail['found']> {
  const ids = matches.map(({ notice_id: id }) => id)
  const notices = await readKeptNotices(db, alert.account_id, ids)
  const tenders = matches.map(({ tender_id: id }) => id)
  const hits = await listHitsOf(db, alert.id, tenders)
  return matches.map(({ notice_id: id, tender_id }) => ({
    notice: notices.get(id) ?? { id },
    earlier: hits.filter((hit) => hit.tender_id === tender_id).length - 1,
  }))
}
