import { randomUUID } from 'node:crypto'

import type { Logger } from 'pino'

import { warsawMonth } from '@/lib/domain/calendar'
import { uniqueMailboxes } from '@/lib/domain/mailbox'
import { type AlertFigures, alertFigures, reachedThresholds } from '@/lib/domain/usage/spend-alert'
import { lastCapNumber } from '@/lib/storage/panel/spend/cap-changes'
import { insertFiring, insertMail, listAlerts } from '@/lib/storage/panel/spend/spend-alerts'
import type { AlertFiringTable, MailTable, SpendAlertTable } from '@/lib/storage/panel/spend/tables'
import type { Storage } from '@/lib/storage/storage'

import type { AskService } from '../context'
import type { MailWords } from '../mail/mail-layout'
import { alertMail } from './alert-mail'
import { type CapMeterReading, observeMeter } from './cap-history'
import { deliverSoon } from './mail-outbox'
import type { MailService } from './mailer'
import { numbersIn, textsIn } from './stored-lists'
import type { UnsubscribeLinks } from './unsubscribe-links'

export type AlertedAccount = { readonly id: string; readonly name: string }
export type Evaluation = {
  readonly storage: Storage
  readonly account: AlertedAccount
  readonly now: Date
  readonly ask: AskService
  readonly mail: MailService
}

/**
 * Compares the account's alerts with the meter as it is now. A threshold speaks once in a period (one in percent of the cap
 * once for each cap), however many processes look and however often: the row of its firing is unique, and its e-mails are in
 * the same transaction.
 */
export async function evaluateAlerts(evaluation: Evaluation, seen?: CapMeterReading): Promise<void> {
  const { storage, account, now, ask } = evaluation
  const alerts = (await listAlerts(storage.db, account.id)).filter(({ enabled }) => enabled === 1)
  if (alerts.length === 0) return
  const meter = seen ?? (await observeMeter({ storage, accountId: account.id, now }, ask))
  const { items } = await ask('usage.daily', { query: {} })
  const state = { meter, figures: alertFigures(meter, items, now) }
  for (const alert of alerts) await fire(evaluation, alert, state)
}

/** After something was changed: at once, and a failure of it is not one of the change. */
export async function evaluateAfterChange(
  evaluation: Evaluation & { log: Logger },
  seen?: CapMeterReading,
): Promise<void> {
  const { storage, mail, log } = evaluation
  await evaluateAlerts(evaluation, seen).catch((error: unknown) =>
    log.warn({ err: error }, 'alerts were not evaluated after a change; the job does it'),
  )
  deliverSoon({ storage, mail, log })
}

type State = { readonly meter: CapMeterReading; readonly figures: AlertFigures }

async function fire({ storage, account, now, mail }: Evaluation, alert: SpendAlertTable, state: State): Promise<void> {
  const { measure, basis } = alert
  const reached = reachedThresholds({ measure, basis, thresholds: numbersIn(alert.thresholds) }, state.figures)
  if (reached.length === 0) return
  const at = now.toISOString()
  const firingOf = (threshold: number, capNumber: number): AlertFiringTable => ({
    id: randomUUID(),
    account_id: account.id,
    alert_id: alert.id,
    period_start: state.meter.period_start ?? warsawMonth(now),
    measure,
    basis,
    threshold,
    // Another cap makes another amount of the same percent.
    cap_number: basis === 'cap' ? capNumber : 0,
    at,
    figures: JSON.stringify(state.figures),
  })
  await storage.db.transaction().execute(async (db) => {
    const capNumber = await lastCapNumber(db, account.id)
    const fresh: AlertFiringTable[] = []
    for (const threshold of reached) {
      const firing = firingOf(threshold, capNumber)
      if (await insertFiring(db, firing)) fresh.push(firing)
    }
    // Several at once are one message: the highest says it all.
    const highest = fresh.at(-1)
    if (!highest) return
    const words = (unsubscribe: UnsubscribeLinks | undefined) =>
      alertMail(alert.language, { ...state, account, panelUrl: mail.panelUrl, firing: highest, unsubscribe })
    const what = { account_id: account.id, firing_id: highest.id, alert_id: alert.id, kind: 'alert', at } as const
    const making = { state: mail.mailer ? 'waiting' : 'unsent', words, links: mail.unsubscribeLinks } as const
    for (const recipient of uniqueMailboxes(textsIn(alert.recipients))) {
      await insertMail(db, mailRow({ ...what, recipient }, making))
    }
  })
}

type NewMail = Pick<MailTable, 'account_id' | 'firing_id' | 'alert_id' | 'kind' | 'recipient'> & {
  readonly at: string
  readonly send_id?: string | null
}
type Making = {
  readonly state: MailTable['state']
  /** The text, which ends with the way out for just this reader. */
  readonly words: (unsubscribe: UnsubscribeLinks | undefined) => MailWords
  readonly links: MailService['unsubscribeLinks']
}

export function mailRow({ at, send_id = null, ...mail }: NewMail, { state, words, links }: Making): MailTable {
  const id = randomUUID()
  return {
    ...mail,
    send_id,
    ...words(links(id)),
    id,
    state,
    attempts: 0,
    created_at: at,
    next_at: at,
    sent_at: null,
    last_error: null,
    claimed_until: null,
  }
}
