import { randomUUID } from 'node:crypto'

import type { BzpSend } from '@/lib/contract/panel/bzp-alerts'
import { HttpError } from '@/lib/http/errors'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { listTold, type SeenAlert } from '@/lib/storage/panel/bzp/alerts'
import { insertSend, listMailsOfSends, listSends } from '@/lib/storage/panel/bzp/sends'
import type { BzpSendTable } from '@/lib/storage/panel/bzp/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import { countTestMails, insertMail } from '@/lib/storage/panel/spend/outbox'
import type { MailTable } from '@/lib/storage/panel/spend/tables'

import { recordChange } from '../audit/audit'
import type { PanelContext, PanelHandler } from '../context'
import { localeOf } from '../mail/person-mail'
import { deliver } from '../spend/mail-outbox'
import { mailRow } from '../spend/mail-row'
import type { Mailer } from '../spend/mailer'
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

type Copy = Pick<MailTable, 'recipient' | 'state' | 'sent_at' | 'last_error'>

const toSend = (send: BzpSendTable, mails: readonly Copy[]): BzpSend => ({
  id: send.id,
  at: send.at,
  kind: send.kind,
  match_count: send.match_count,
  // Sound: written by this panel alone.
  tender_ids: JSON.parse(send.tender_ids) as string[],
  deliveries: mails.map(({ recipient, state, sent_at, last_error: error }) => ({ recipient, state, sent_at, error })),
})

export const testHandler: PanelHandler<'bzpAlerts.test'> = async ({ params }, context) => {
  const { mailer } = context.mail
  const alert = await requireAlert(context.storage.db, context, params.id)
  requireChangeable(alert, context)
  if (!mailer) throw new HttpError('unavailable', 'No SMTP server is set up (SMTP_URL)')
  const { send, mails } = await putTest(alert, context)
  return toSend(send, await deliverNow(mails, mailer, context))
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
    const sent = await countTestMails(db, account.id, new Date(now.getTime() - HOUR_MS).toISOString())
    if (sent + readers.length > TESTS_PER_HOUR) {
      throw new HttpError('limit', `At most ${TESTS_PER_HOUR} test e-mails an hour`, {
        extra: { limit: TESTS_PER_HOUR },
      })
    }
    const mails = readers.map((reader) => {
      const words: Parameters<typeof mailRow>[1]['words'] = (unsubscribe) =>
        bzpTestMail(localeOf(reader), { ...content, unsubscribe })
      const row = mailRow(mailOf(send, reader.email), { state: 'waiting', words, links: mail.unsubscribeLinks })
      return { ...row, claimed_until }
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

/** A failure of a test is not tried again: whoever asked for it sees it. */
function deliverNow(
  mails: readonly MailTable[],
  mailer: Mailer,
  { storage, mail, log }: PanelContext,
): Promise<Copy[]> {
  const outbox = { storage, mailer, unsubscribeLinks: mail.unsubscribeLinks, log, clock: () => new Date() }
  return Promise.all(mails.map(async (each) => ({ ...each, ...(await deliver(outbox, each, { isLast: true })) })))
}
