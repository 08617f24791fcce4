import type { Logger } from 'pino'

import type { Storage } from '@/lib/storage/storage'

import { clockFrom } from '../clock-from'
import type { MailService } from '../mail/mailer'
import type { PanelSecrets } from '../secrets/panel-secrets'
import type { Guard } from './address-guard'

export type Outgoing = Guard & {
  /** For tests. */
  readonly timeoutMs?: number
}

type MailDependencies = { readonly storage: Storage; readonly log: Logger; readonly mail: MailService }
type DeliveryDependencies = MailDependencies & { readonly secrets: PanelSecrets; readonly outgoing: Outgoing }

/** Dependencies of sending, in a job or in a call; e-mails need fewer. */
export type MailSendingContext = MailDependencies & { readonly clock: () => Date }
export type DeliveryContext = DeliveryDependencies & { readonly clock: () => Date }

export const deliveryContextOf = ({
  storage,
  log,
  mail,
  secrets,
  outgoing,
  now,
}: DeliveryDependencies & { readonly now: Date }): DeliveryContext => ({
  storage,
  log,
  mail,
  secrets,
  outgoing,
  clock: clockFrom(now),
})
