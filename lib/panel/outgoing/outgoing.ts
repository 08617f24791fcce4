import type { Logger } from 'pino'

import type { Storage } from '@/lib/storage/storage'

import type { MailService } from '../mail/mailer'
import type { PanelSecrets } from '../secrets/panel-secrets'
import type { Guard } from './address-guard'

/** How messages leave by HTTP. */
export type Outgoing = Guard & {
  /** Of tests. */
  readonly timeoutMs?: number
}

type MailMeans = { readonly storage: Storage; readonly log: Logger; readonly mail: MailService }
type Means = MailMeans & { readonly secrets: PanelSecrets; readonly outgoing: Outgoing }

/** What sending works with, in a job and for who asks for it; e-mails need less. */
export type MailSending = MailMeans & { readonly clock: () => Date }
export type Delivering = Means & { readonly clock: () => Date }

/** Of one call of the panel. */
export const deliveringOf = ({ storage, log, mail, secrets, outgoing }: Means): Delivering => ({
  storage,
  log,
  mail,
  secrets,
  outgoing,
  clock: () => new Date(),
})
