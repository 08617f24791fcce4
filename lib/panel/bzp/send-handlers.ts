import { randomUUID } from 'node:crypto'

import type { BzpSend } from '@/lib/contract/panel/bzp-alerts'
import { sentStates } from '@/lib/domain/delivery/delivery-states'
import { HttpError } from '@/lib/http/errors'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { listTold, type SeenAlert } from '@/lib/storage/panel/bzp/alerts'
import { insertSend, listMailsOfSends, listSends } from '@/lib/storage/panel/bzp/sends'
import type { BzpSendTable } from '@/lib/storage/panel/bzp/tables'
import { countTests } from '@/lib/storage/panel/delivery/deliveries'
import { insertMail } from '@/lib/storage/panel/delivery/mails'
import type { MailTable } from '@/lib/storage/panel/delivery/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'

import { recordChange } from '../audit/audit'
import type { PanelContext, PanelHandler } from '../context'
import { attemptMail } from '../delivery/attempt'
import { deliveringOf } from '../delivery/outgoing'
import { mailRow } from '../delivery/queue'
import { localeOf } from '../mail/person-mail'
import { bzpTestMail } from './alert-mails'
import { requireAlert, requireChangeable } from './alerts'
import { mailOf } from './sending'

const SENDS = 50
/** The same as of spend alerts, together with theirs. */
const TESTS_PER_HOUR = 30
const HOUR_MS = 3_600_000

export const sendsHandler: PanelHandler<'bzpAlerts.sends'> = async ({ params }, context) => {
  const { db } = context.storage
  const alert = await requireAlert(db, context, params.id)
  const sends = await listSends(db, alert.id, SENDS)
  const mails = await listMailsOfSends(
    db,
    sends.map(({ id }) => id),
  )
  return {
    items: sends.map((send) =>
      toSend(
        send,
        mails.filter(({ send_id: of }) => of === send.id),
      ),
    ),
  }
}

type Copy = Pick<MailTable, 'recipient' | 'state' | 'delivered_at' | 'last_error'>

const toSend = (send: BzpSendTable, mails: readonly Copy[]): BzpSend => ({
  id: send.id,
  at: send.at,
  kind: send.kind,
  match_count: send.match_count,
  // Sound: written by this panel alone.
  tender_ids: JSON.parse(send.tender_ids) as string[],
  deliveries: mails.map(({ recipient, state, delivered_at: sent_at, last_error: error }) => ({
    recipient,
    state: sentStates[state],
    sent_at,
    error,
  })),
})

export const testHandler: PanelHandler<'bzpAlerts.test'> = async ({ params }, context) => {
  const alert = await requireAlert(context.storage.db, context, params.id)
  requireChangeable(alert, context)
  if (!context.mail.mailer) throw new HttpError('unavailable', 'No SMTP server is set up (SMTP_URL)')
  const { send, mails } = await putTest(alert, context)
  await Promise.all(
    mails.map((delivery) => attemptMail(deliveringOf(context), { delivery, holder: send.id, isLast: true })),
  )
  return toSend(send, await listMailsOfSends(context.storage.db, [send.id]))
}

async function putTest(alert: SeenAlert, context: PanelContext) {
  const { now, account, mail } = context
  const at = now.toISOString()
  const id = randomUUID()
  const of = { id, account_id: account.id, alert_id: alert.id }
  const send: BzpSendTable = { ...of, kind: 'test', window_start: id, at, match_count: 0, tender_ids: '[]' }
  // Claimed from the beginning: nobody but this call sends it.
  const claimed_until = new Date(now.getTime() + HOUR_MS).toISOString()
  const content = { account, alertId: alert.id, alertName: alert.name, at, panelUrl: mail.panelUrl }
  return inAccount(context, async (db) => {
    const readers = await listTold(db, alert)
    const sent = await countTests(db, {
      accountId: account.id,
      since: new Date(now.getTime() - HOUR_MS).toISOString(),
      isMail: true,
    })
    if (sent + readers.length > TESTS_PER_HOUR) {
      throw new HttpError('limit', `At most ${TESTS_PER_HOUR} test e-mails an hour`, {
        extra: { limit: TESTS_PER_HOUR },
      })
    }
    const mails = readers.map((reader) => {
      const words: Parameters<typeof mailRow>[1]['words'] = (unsubscribe) =>
        bzpTestMail(localeOf(reader), { ...content, unsubscribe })
      const claim = { claimed_by: id, claimed_until }
      return mailRow(mailOf(send, reader.email), { state: 'waiting', words, links: mail.unsubscribeLinks, claim })
    })
    await insertSend(db, send)
    for (const each of mails) await insertMail(db, each)
    if (alert.owner === TEAM) {
      const after = { name: alert.name, recipients: readers.map(({ email }) => email) }
      await recordChange(db, context, { action: 'bzpAlerts.test', target: alert.id, after })
    }
    return { send, mails }
  })
}
