import type { Logger } from 'pino'

import type { OperationAnswer } from '@/lib/client/client'
import type { Input, OperationName } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'
import type { AnchorPlace } from '@/lib/features/audit/audit-anchors'
import type { PanelOperationName, PanelOutput, PanelParsed } from '@/lib/features/contract'
import type { Storage } from '@/lib/storage/storage'

import type { Env } from './env'
import type { MailService } from './mail/mailer'
import type { Outgoing } from './outgoing/outgoing'
import type { RemoteConnection } from './remote-accounts'
import type { PanelSecrets } from './secrets/panel-secrets'

/**
 * Asks the service as the account, embedded or remote. Throws `ApiError` as the browser's client does; a list may lack
 * fields, because a remote service may have decided otherwise.
 */
export type AskService = <N extends OperationName>(name: N, input: Input<N>) => Promise<OperationAnswer<N>>

/**
 * The same for an answer as it came: a file, its headers, a part of it. `path` begins with /v1. Rejects only where nothing comes
 * back.
 */
export type FetchService = (path: string, init?: RequestInit) => Promise<Response>

/** What the session that asks knows of a second factor. */
export type CallingSession = {
  /** A second factor, or a passkey, was shown in it. */
  readonly hasSecondFactor: boolean
  /** ISO; since when the account wants one of every member. */
  readonly secondFactorRequiredAt: string | null
}

/** What one of the panel's own operations works with. */
export type PanelContext = {
  readonly storage: Storage
  readonly now: Date
  readonly user: { readonly id: string; readonly email: string; readonly role: Role }
  /** The session that the call came with. */
  readonly sessionId: string
  readonly account: { readonly id: string; readonly slug: string; readonly name: string }
  readonly session: CallingSession
  /** Seals what is the person's own. Never leaves the server. */
  readonly secrets: PanelSecrets
  /** From now on the browser has the session of this id in place of the one that asked. */
  readonly continueIn: (sessionId: string) => void
  /** Network address of the browser, for the audit log. */
  readonly address: string
  readonly requestId: string
  readonly request: Request
  /** Aborted when the process begins to stop: answers that wait end then. */
  readonly stopping?: AbortSignal
  readonly dataDir: string
  readonly log: Logger
  readonly mail: MailService
  /** How messages leave by HTTP. */
  readonly outgoing: Outgoing
  /** Where links lead that are shown to who calls: PANEL_URL, or the address that their browser uses. */
  readonly linkBase: string
  /** After how many minutes without use a session ends, as the operator set it. */
  readonly idleMinutes: number
  /** Where anchors of the audit log are written; absent in processes that write none. */
  readonly anchors?: AnchorPlace
  /** People may sign in by a password of this panel. */
  readonly localPasswords: boolean
  /** What the operator says of sample data, and where new people go. */
  readonly sampleSettings: Pick<Env, 'sampleData' | 'singleSignOn'>
  /** The service is part of this installation: its records lie in the same store. */
  readonly isEmbedded: boolean
  /** The way to a remote service; undefined with an embedded one. */
  readonly remote: RemoteConnection | undefined
  /** Not counted against the account's rate limits. */
  readonly ask: AskService
  /** Not counted against the account's rate limits. */
  readonly fetchService: FetchService
}

/** Throws `PanelRefusal` for what is expected; a `file` row returns the Response itself. */
export type PanelHandler<N extends PanelOperationName> = (
  input: PanelParsed<N>,
  context: PanelContext,
) => Promise<PanelOutput<N>>

/** The handlers of one resource: `PanelHandlersOf<'audit'>`. A row without a handler does not compile. */
export type PanelHandlersOf<R extends string> = {
  readonly [N in PanelOperationName as N extends `${R}.${string}` ? N : never]: PanelHandler<N>
}
