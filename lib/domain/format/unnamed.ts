/**
 * The service gave no name for a number that a register would know: it is mistyped, unassigned, or outside the
 * registers of the service. Monitors of a PESEL or a filter have no name.
 */
export const isUnnamed = (monitor: {
  readonly identifier_type?: string | null | undefined
  readonly identifier_value?: string | null | undefined
  readonly subject_name?: string | null | undefined
}): boolean =>
  monitor.subject_name === null && typeof monitor.identifier_value === 'string' && monitor.identifier_type !== 'pesel'
