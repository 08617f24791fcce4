import type { Logger } from 'pino'

import type { AnchorPlace } from '@/lib/features/audit/audit-anchors'
import type { Storage } from '@/lib/storage/storage'

import type { AskService, FetchService } from './context'
import type { MailService } from './mail/mailer'
import type { Outgoing } from './outgoing/outgoing'
import type { PanelSecrets } from './secrets/panel-secrets'

/** Whose service is asked. */
export type AskedAccount = { readonly id: string; readonly slug: string; readonly sealed_api_key: string | null }

/** What the panel's own periodic work is given, with an embedded service and with a remote one. */
export type PanelJobDependencies = {
  readonly storage: Storage
  readonly clock: () => Date
  readonly log: Logger
  readonly dataDir: string
  readonly mail: MailService
  /** Open what is sealed: addresses and secrets of channels, keys of buckets. */
  readonly secrets: PanelSecrets
  /** How messages leave by HTTP. */
  readonly outgoing: Outgoing
  /** The service is part of this installation: what it publishes lies in the same store. */
  readonly isEmbedded: boolean
  /** Where anchors of the audit log are written; absent: in the log alone. */
  readonly anchors?: AnchorPlace
  /** The service as one account, asked by the panel itself. */
  askFor(account: AskedAccount): AskService
  /** The same for files. `payer`: the user by whose right it spends, whom the ledger keeps. */
  fetchFor(account: AskedAccount, payer?: string): FetchService
}

/**
 * Run by one process at a time, at start and then every `everyMs`; safe to repeat from scratch. What may take long leaves off when
 * `stopping` is aborted.
 */
export type PanelJob = {
  readonly name: string
  readonly everyMs: number
  run(dependencies: PanelJobDependencies, stopping?: AbortSignal): Promise<void>
}
