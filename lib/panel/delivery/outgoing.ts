import type { Logger } from 'pino'

import type { Storage } from '@/lib/storage/storage'

import type { PanelSecrets } from '../access/panel-secrets'
import type { MailService } from '../spend/mailer'
import type { Guard } from './address-guard'

/** How messages leave by HTTP. */
export type Outgoing = Guard & {
  /** Of tests. */
  readonly timeoutMs?: number
}

type Means = {
  readonly storage: Storage
  readonly log: Logger
  readonly mail: MailService
  readonly secrets: PanelSecrets
  readonly outgoing: Outgoing
}

/** What sending works with, in a job and for who asks for it. */
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
