/** What rows of a check are picked and counted by. A row may be in several: its company is active, and its account is not listed. */
export const whiteListGroups = [
  'active',
  'exempt',
  'unregistered',
  'not_found',
  'account_listed',
  'account_not_listed',
  'account_cannot_tell',
  'error',
  'unsure',
  'waiting',
] as const
export type WhiteListGroup = (typeof whiteListGroups)[number]

export const whiteListOrders = ['line', 'number', 'name', 'status'] as const
export type WhiteListOrder = (typeof whiteListOrders)[number]

/** What the white list says of a company. `unregistered`: it was removed from the register, or never entered. */
export const whiteListStatuses = ['active', 'exempt', 'unregistered', 'not_found'] as const
export type WhiteListStatus = (typeof whiteListStatuses)[number]
