/**
 * Groups of the console's operations, in the order of its list. In a separate module, so that a page does not load the
 * contract.
 */
export const consoleGroups = [
  'companies',
  'whiteList',
  'documents',
  'announcements',
  'registers',
  'bzp',
  'monitors',
  'events',
  'filters',
  'reports',
  'usage',
] as const
export type ConsoleGroup = (typeof consoleGroups)[number]
