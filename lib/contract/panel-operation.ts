import { type Operation, everyone, monitoringReaders, monitoringWriters, ownerOnly, operationsFor } from './operation'

type Shared =
  | 'method'
  | 'summary'
  | 'status'
  | 'produces'
  | 'media'
  | 'idempotent'
  | 'invalidates'
  | 'roles'
  | 'unmasked'
  | 'asksForProof'
  | 'withoutProof'
type Schemas = 'maxBodyBytes' | 'params' | 'query' | 'body' | 'response'

/**
 * An operation on the panel's own state (histories, alerts, views …), under /api/panel. It is not part of a service, so
 * it has no pool, no cost and no place in the OpenAPI document.
 */
export type PanelOperation = Pick<Operation, Shared | Schemas> & {
  readonly path: `/panel/${string}`
  /** In the browser, an operation that `reads` is a query. */
  readonly execution: 'reads' | 'writes'
  /** Makes paid calls to the service, now or later: only for roles that the account lets spend. */
  readonly spends?: true
  /** Accepts `wait` in seconds, so it may take long without using resources. */
  readonly waits?: true
  /**
   * Neither reads nor changes the account, so a member without the required second factor may call it. All other
   * operations refuse them with 403 `second_factor_required`.
   */
  readonly isBeforeSecondFactor?: true
}

/** Common fields of most panel operations. */
export const panelDefaults = {
  status: 200,
  produces: 'json',
  idempotent: true,
} as const satisfies Partial<PanelOperation>

export const forEveryone = operationsFor(panelDefaults, everyone)
export const forReaders = operationsFor(panelDefaults, monitoringReaders)
export const forWriters = operationsFor(panelDefaults, monitoringWriters)
export const forOwners = operationsFor(panelDefaults, ownerOnly)
