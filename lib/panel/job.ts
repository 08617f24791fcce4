import type { Logger } from 'pino'

import type { AnchorTarget } from '@/lib/features/audit/audit-anchors'
import type { Storage } from '@/lib/storage/storage'

import type { CallService, FetchService } from './context'
import type { MailService } from './mail/mailer'
import type { Outgoing } from './outgoing/outgoing'
import type { PanelSecrets } from './secrets/panel-secrets'

/** The account in whose name the service is called. */
export type CallingAccount = { readonly id: string; readonly slug: string; readonly sealed_api_key: string | null }

/** Dependencies of the panel's periodic jobs, with an embedded or a remote service. */
export type PanelJobDependencies = {
  readonly storage: Storage
  readonly clock: () => Date
  readonly log: Logger
  readonly dataDir: string
  readonly mail: MailService
  /** Decrypts addresses and secrets of channels and keys of buckets. */
  readonly secrets: PanelSecrets
  readonly outgoing: Outgoing
  /** The service is part of this installation, so its publications are in the same store. */
  readonly isEmbedded: boolean
  /** Where anchors of the audit log are written; absent: only in the log. */
  readonly anchors?: AnchorTarget
  /** Calls the service as one account, on the panel's behalf. */
  callFor(account: CallingAccount): CallService
  /** The same for files. `payer`: the user whose spending right is used and whom the ledger records. */
  fetchFor(account: CallingAccount, payer?: string): FetchService
}

/**
 * Run by one process at a time, at start and then every `everyMs`; safe to repeat from scratch. Long work stops early
 * once `stopping` is aborted.
 */
export type PanelJob = {
  readonly name: string
  readonly everyMs: number
  run(dependencies: PanelJobDependencies, stopping?: AbortSignal): Promise<void>
}
