import type { Logger } from 'pino'

import type { OperationAnswer } from '@/lib/client/client'
import type { Input, OperationName } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'
import type { AnchorTarget } from '@/lib/features/audit/audit-anchors'
import type { PanelOperationName, PanelOutput, PanelParsed } from '@/lib/features/contract'
import type { Storage } from '@/lib/storage/storage'

import type { Env } from './env'
import type { MailService } from './mail/mailer'
import type { Outgoing } from './outgoing/outgoing'
import type { RemoteConnection } from './remote-accounts'
import type { PanelSecrets } from './secrets/panel-secrets'

/**
 * Calls the service as the account, embedded or remote. Throws `ApiError` as the browser's client does. A list may lack
 * fields, because a remote service may decide differently.
 */
export type CallService = <N extends OperationName>(name: N, input: Input<N>) => Promise<OperationAnswer<N>>

/**
 * The same for a raw response: a file, its headers, a range. `path` begins with /v1. Rejects only when there is no
 * response.
 */
export type FetchService = (path: string, init?: RequestInit) => Promise<Response>

/** What the calling session knows about a second factor. */
export type CallingSession = {
  /** A second factor or a passkey was used in this session. */
  readonly hasSecondFactor: boolean
  /** ISO 8601; since when the account requires a second factor of every member. */
  readonly secondFactorRequiredAt: string | null
}

export type PanelContext = {
  readonly storage: Storage
  readonly now: Date
  readonly user: { readonly id: string; readonly email: string; readonly role: Role }
  readonly sessionId: string
  readonly account: { readonly id: string; readonly slug: string; readonly name: string }
  readonly session: CallingSession
  /** Encrypts personal secrets. Never leaves the server. */
  readonly secrets: PanelSecrets
  /** The browser gets a cookie for this session id and leaves the calling session. */
  readonly continueIn: (sessionId: string) => void
  /** Network address of the browser, for the audit log. */
  readonly address: string
  readonly requestId: string
  readonly request: Request
  /** Aborted when the process begins to stop; long-polling answers end then. */
  readonly stopping?: AbortSignal
  readonly dataDir: string
  readonly log: Logger
  readonly mail: MailService
  /** Outgoing HTTP: channels and archives. */
  readonly outgoing: Outgoing
  /** Base of links shown to the caller: PANEL_URL, or the address that the browser uses. */
  readonly linkBase: string
  /** Minutes without use after which a session ends, as the operator set it. */
  readonly idleMinutes: number
  /** Where anchors of the audit log are written; absent in processes that write none. */
  readonly anchors?: AnchorTarget
  /** Whether people may sign in with a password of this panel. */
  readonly localPasswords: boolean
  /** The operator's settings for sample data and for new users. */
  readonly sampleSettings: Pick<Env, 'sampleData' | 'singleSignOn'>
  /** The service is part of this installation, so its records are in the same store. */
  readonly isEmbedded: boolean
  /** Undefined with an embedded service. */
  readonly remote: RemoteConnection | undefined
  /** Not counted against the account's rate limits. */
  readonly callService: CallService
  /** Not counted against the account's rate limits. */
  readonly fetchService: FetchService
}

/** Throws `HttpError` for expected failures; a `file` operation returns the Response itself. */
export type PanelHandler<N extends PanelOperationName> = (
  input: PanelParsed<N>,
  context: PanelContext,
) => Promise<PanelOutput<N>>

/** The handlers of one resource: `PanelHandlersOf<'audit'>`. A missing handler does not compile. */
export type PanelHandlersOf<R extends string> = {
  readonly [N in PanelOperationName as N extends `${R}.${string}` ? N : never]: PanelHandler<N>
}
