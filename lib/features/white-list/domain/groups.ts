/**
 * Groups for filtering and counting the rows of a check. A row may be in several: an active company whose account is
 * not listed, for example.
 */
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

/** `attention`: first the rows that somebody has to look at. */
export const whiteListOrders = ['attention', 'line', 'number', 'name', 'status'] as const
export type WhiteListOrder = (typeof whiteListOrders)[number]

/** Status of a company on the white list. `unregistered`: removed from the register, or never entered. */
export const whiteListStatuses = ['active', 'exempt', 'unregistered', 'not_found'] as const
export type WhiteListStatus = (typeof whiteListStatuses)[number]
