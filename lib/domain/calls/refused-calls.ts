/** Statuses that tell why a call was refused; 404 and the like are about what was called. */
export const refusedStatuses = [401, 402, 403, 409, 413, 422, 429, 500, 503] as const

const CALL_DAYS = 30

/** The instant from which refused calls are stored. */
export const callsFrom = (now: Date): string => new Date(now.getTime() - CALL_DAYS * 86_400_000).toISOString()
