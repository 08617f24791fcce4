import { type Operation, everyone, monitoringReaders, monitoringWriters, ownerOnly, rowsFor } from './operation'

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
 * One operation of the panel's own state (histories, alerts, views …), under /api/panel. It never reaches a service by
 * itself, so it has no pool, no cost and no place in the OpenAPI document.
 */
export type PanelOperation = Pick<Operation, Shared | Schemas> & {
  readonly path: `/panel/${string}`
  /** To the browser what it `reads` is a query. */
  readonly execution: 'reads' | 'writes'
  /** Asks the service for what is paid for, now or later: only for those whom the account lets spend. */
  readonly spends?: true
  /** Takes `wait`, seconds: it may be under way for long without doing anything. */
  readonly waits?: true
  /**
   * Nothing of the account is in it or changed by it: also for a member who has not shown the second factor that the account
   * wants. Every other row refuses them with 403 `second_factor_required`.
   */
  readonly isBeforeSecondFactor?: true
}

/** What most rows share. */
export const panelRow = { status: 200, produces: 'json', idempotent: true } as const satisfies Partial<PanelOperation>

export const forEveryone = rowsFor(panelRow, everyone)
export const forReaders = rowsFor(panelRow, monitoringReaders)
export const forWriters = rowsFor(panelRow, monitoringWriters)
export const forOwners = rowsFor(panelRow, ownerOnly)
