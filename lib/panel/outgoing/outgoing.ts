import type { Logger } from 'pino'

import type { Storage } from '@/lib/storage/storage'

import type { MailService } from '../mail/mailer'
import type { PanelSecrets } from '../secrets/panel-secrets'
import type { Guard } from './address-guard'

export type Outgoing = Guard & {
  /** For tests. */
  readonly timeoutMs?: number
}

type MailMeans = { readonly storage: Storage; readonly log: Logger; readonly mail: MailService }
type Means = MailMeans & { readonly secrets: PanelSecrets; readonly outgoing: Outgoing }

/** Dependencies of sending, in a job or in a call; e-mails need fewer. */
export type MailSending = MailMeans & { readonly clock: () => Date }
export type Delivering = Means & { readonly clock: () => Date }

/** From the dependencies of a panel call. */
export const deliveringOf = ({ storage, log, mail, secrets, outgoing }: Means): Delivering => ({
  storage,
  log,
  mail,
  secrets,
  outgoing,
  clock: () => new Date(),
})
