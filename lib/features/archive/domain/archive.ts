export const archivePlaces = ['disk', 's3'] as const
export type ArchivePlaceKind = (typeof archivePlaces)[number]
export const MAX_KEEP_DAYS = 3650

/**
 * What can go wrong. `disk_full`, `disk_refused`: of DATA_DIR; `credentials`, `no_bucket`, `secret_lost`: end collecting at once;
 * `address_refused`: a private network, or plain http, that the operator has not allowed.
 */
export const archiveFailures = [
  'disk_full',
  'disk_refused',
  'place_unreachable',
  'place_error',
  'address_refused',
  'credentials',
  'no_bucket',
  'secret_lost',
  'name_taken',
  'service_unreachable',
  'service_refused',
  'report_broken',
] as const
export type ArchiveFailure = (typeof archiveFailures)[number]

/** Why a report can no longer be had: it expired, a newer edition took its place, the service forgot it, or its file is gone. */
export const archiveLosses = ['expired', 'replaced', 'gone', 'file_gone', 'file_changed'] as const

export const archivedStates = ['waiting', 'stored', 'failed', 'removed', 'lost'] as const
export type ArchivedState = (typeof archivedStates)[number]
