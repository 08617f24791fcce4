import { randomUUID } from 'node:crypto'

import type { MailTable } from '@/lib/storage/panel/spend/tables'

import type { MailWords } from '../mail/mail-layout'
import type { MailService } from './mailer'
import type { UnsubscribeLinks } from './unsubscribe-links'

type NewMail = Pick<MailTable, 'account_id' | 'alert_id' | 'kind' | 'recipient'> & {
  readonly at: string
  readonly send_id?: string | null
  readonly notice_id?: string | null
}
type Making = {
  readonly state: MailTable['state']
  /** The text, which ends with the way out for just this reader. */
  readonly words: (unsubscribe: UnsubscribeLinks | undefined) => MailWords
  readonly links: MailService['unsubscribeLinks']
}

/** A mail that waits, or that nobody will send, with a way out of its own. */
export function mailRow(
  { at, send_id = null, notice_id = null, ...mail }: NewMail,
  { state, words, links }: Making,
): MailTable {
  const id = randomUUID()
  return {
    ...mail,
    send_id,
    notice_id,
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
