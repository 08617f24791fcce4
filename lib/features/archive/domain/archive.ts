export const archivePlaces = ['disk', 's3'] as const
export type ArchivePlaceKind = (typeof archivePlaces)[number]
export const MAX_KEEP_DAYS = 3650

/**
 * Kinds of failures. `disk_full`, `disk_refused`: writing to DATA_DIR failed; `credentials`, `no_bucket`,
 * `secret_lost`: collecting stops at once; `address_refused`: the address is in a private network or uses plain HTTP,
 * and the operator has not allowed it.
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

/**
 * Why a report is lost: it expired, a newer edition replaced it, the service deleted it, or its file was deleted or
 * changed.
 */
export const archiveLosses = ['expired', 'replaced', 'gone', 'file_gone', 'file_changed'] as const

export const archivedStates = ['waiting', 'stored', 'failed', 'removed', 'lost'] as const
export type ArchivedState = (typeof archivedStates)[number]
