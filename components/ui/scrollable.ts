/**
 * What scrolls must be reachable by keyboard; no landmark, as its card is one. Spread, because the lint rule takes it for
 * something that is only read.
 */
export const scrollable = { role: 'group', tabIndex: 0 } as const
