import { randomUUID } from 'node:crypto'

import {
  type AlertBody,
  type Delivery,
  type Firing,
  MAX_ALERTS,
  type SpendAlert,
} from '@/lib/contract/panel/spend-alerts'
import { uniqueMailboxes } from '@/lib/domain/mailbox'
import type { Role } from '@/lib/domain/roles'
import type { AlertFigures } from '@/lib/domain/usage/spend-alert'
import { HttpError } from '@/lib/http/errors'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import {
  countTestMails,
  deleteAlert,
  findAlert,
  insertAlert,
  insertMail,
  listAlerts,
  listFirings,
  listMailsOf,
  updateAlert,
} from '@/lib/storage/panel/spend/spend-alerts'
import type { AlertFiringTable, MailTable, SpendAlertTable } from '@/lib/storage/panel/spend/tables'

import { type AuditedChange, recordAuditIn, toAuditEvent } from '../audit/audit'
import type { PanelContext, PanelHandlersOf } from '../context'
import { evaluateAfterChange, mailRow } from './alert-evaluation'
import { testMail } from './alert-mail'
import { deliver } from './mail-outbox'
import { numbersIn, textsIn } from './stored-lists'
import type { UnsubscribeLinks } from './unsubscribe-links'

const FIRINGS = 50
/** A test goes to addresses that nobody has confirmed: not more than this many e-mails in an hour. */
const TESTS_PER_HOUR = 30
const HOUR_MS = 3_600_000

export const spendAlertHandlers: PanelHandlersOf<'spendAlerts'> = {
  'spendAlerts.list': async (_input, { storage, account, user, mail }) => {
    const alerts = await listAlerts(storage.db, account.id)
    const firings = await listFirings(storage.db, account.id, FIRINGS)
    const mails = await listMailsOf(
      storage.db,
      firings.map(({ id }) => id),
    )
    return {
      smtp: mail.mailer !== null,
      items: alerts.map((alert) => toAlert(alert, user.role)),
      firings: firings.map((each) => toFiring(each, mails, user.role)),
    }
  },
  'spendAlerts.create': async ({ body }, context) => {
    const { account, user, now } = context
    const at = now.toISOString()
    const alert = {
      ...columnsOf(body),
      id: randomUUID(),
      account_id: account.id,
      created_by: user.email,
      created_at: at,
      updated_at: at,
    }
    await write(context, { action: 'spendAlert.create', after: body, id: alert.id }, async (db) => {
      if ((await listAlerts(db, account.id)).length >= MAX_ALERTS) {
        throw new HttpError('limit', `An account has at most ${MAX_ALERTS} alerts`, { extra: { limit: MAX_ALERTS } })
      }
      await insertAlert(db, alert)
    })
    await evaluateAfterChange(context)
    return toAlert(alert, user.role)
  },
  'spendAlerts.update': async ({ params, body }, context) => {
    const before = await requireAlert(context, params.id)
    const alert = { ...before, ...columnsOf(body), updated_at: context.now.toISOString() }
    const event = { action: 'spendAlert.update' as const, before: bodyOf(before), after: body, id: before.id }
    await write(context, event, (db) => updateAlert(db, alert))
    await evaluateAfterChange(context)
    return toAlert(alert, context.user.role)
  },
  'spendAlerts.delete': async ({ params }, context) => {
    const before = await requireAlert(context, params.id)
    await write(context, { action: 'spendAlert.delete', before: bodyOf(before), id: before.id }, (db) =>
      deleteAlert(db, before.id),
    )
    return undefined
  },
  'spendAlerts.test': async ({ params }, context) => ({ deliveries: await sendTests(context, params.id) }),
}

async function sendTests(context: PanelContext, id: string): Promise<Delivery[]> {
  const { storage, account, user, now, mail, log } = context
  const alert = await requireAlert(context, id)
  const { mailer } = mail
  if (!mailer) throw new HttpError('unavailable', 'No SMTP server is set up (SMTP_URL)')
  const recipients = uniqueMailboxes(textsIn(alert.recipients))
  const at = now.toISOString()
  const input = { account_id: account.id, firing_id: null, alert_id: alert.id, kind: 'test', at } as const
  const words = (unsubscribe: UnsubscribeLinks | undefined) =>
    testMail(alert.language, { account, panelUrl: mail.panelUrl, at: now, unsubscribe })
  // Claimed from the beginning: nobody but this call sends it.
  const claimed_until = new Date(now.getTime() + HOUR_MS).toISOString()
  const mails = recipients.map((recipient) => ({
    ...mailRow({ ...input, recipient }, { state: 'waiting', words, links: mail.unsubscribeLinks }),
    claimed_until,
  }))
  await write(context, { action: 'spendAlert.test', after: { recipients }, id: alert.id }, async (db) => {
    const sent = await countTestMails(db, account.id, new Date(now.getTime() - HOUR_MS).toISOString())
    if (sent + mails.length > TESTS_PER_HOUR) {
      throw new HttpError('limit', `At most ${TESTS_PER_HOUR} test e-mails an hour`, {
        extra: { limit: TESTS_PER_HOUR },
      })
    }
    for (const each of mails) await insertMail(db, each)
  })
  const outbox = { storage, mailer, unsubscribeLinks: mail.unsubscribeLinks, log, clock: () => new Date() }
  const outcomes = await Promise.all(
    mails.map(async (each) => ({ ...each, ...(await deliver(outbox, each, { isLast: true })) })),
  )
  return outcomes.map((each) => toDelivery(each, user.role))
}

type Change = Omit<AuditedChange, 'target'> & { readonly id: string }
type Work = (db: PanelContext['storage']['db']) => Promise<unknown>

/** The change and its entry in the audit log are there together or not at all. */
async function write(context: PanelContext, { id, ...change }: Change, work: Work): Promise<void> {
  const { storage, account } = context
  const { engine } = storage
  await storage.db.transaction().execute(async (db) => {
    await lockAccount(db, engine, account.id)
    await work(db)
    await recordAuditIn({ db, engine }, toAuditEvent(context, { ...change, target: id }))
  })
}

async function requireAlert({ storage, account }: PanelContext, id: string): Promise<SpendAlertTable> {
  const alert = await findAlert(storage.db, account.id, id)
  if (!alert) throw new HttpError('not_found', 'There is no such alert')
  return alert
}

const columnsOf = ({ enabled, thresholds, recipients, ...rest }: AlertBody) => ({
  ...rest,
  enabled: enabled ? 1 : 0,
  thresholds: JSON.stringify([...thresholds].sort((a, b) => a - b)),
  recipients: JSON.stringify(recipients),
})

const bodyOf = ({ measure, basis, thresholds, recipients, language, enabled }: SpendAlertTable): AlertBody => ({
  measure,
  basis,
  language,
  thresholds: numbersIn(thresholds),
  recipients: textsIn(recipients),
  enabled: enabled === 1,
})

const seesAddresses = (role: Role): boolean => role === 'owner' || role === 'finance'

function toAlert(alert: SpendAlertTable, role: Role): SpendAlert {
  const body = bodyOf(alert)
  return {
    ...body,
    id: alert.id,
    recipients: seesAddresses(role) ? body.recipients : null,
    recipient_count: body.recipients.length,
    created_by: alert.created_by,
    updated_at: alert.updated_at,
  }
}

function toFiring(firing: AlertFiringTable, mails: readonly MailTable[], role: Role): Firing {
  const { id, at, period_start, measure, basis, threshold } = firing
  // Sound: written by `evaluateAlerts` alone.
  const { grosz, units } = JSON.parse(firing.figures) as AlertFigures
  const own = mails.filter(({ firing_id: of }) => of === id)
  const deliveries = own.map((mail) => toDelivery(mail, role))
  return { id, at, period_start, measure, basis, threshold, grosz: grosz[measure], units: units[measure], deliveries }
}

const toDelivery = (mail: MailTable, role: Role): Delivery => ({
  recipient: seesAddresses(role) ? mail.recipient : null,
  state: mail.state,
  attempts: mail.attempts,
  // A server's words may repeat the address.
  error: seesAddresses(role) ? mail.last_error : null,
  sent_at: mail.sent_at,
  next_at: mail.state === 'waiting' && mail.attempts > 0 ? mail.next_at : null,
})
