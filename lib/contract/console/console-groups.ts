/** What the console's operations are about, in the order of its list. Apart from them, so that a page does not load the contract. */
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
