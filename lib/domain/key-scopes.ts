/** Restrictions of an API key. A key without any may call everything in the interface. */
export const keyScopes = ['read_only', 'no_personal_numbers', 'no_cap_changes'] as const
export type KeyScope = (typeof keyScopes)[number]

export const isKeyScope = (text: string): text is KeyScope => keyScopes.some((scope) => scope === text)

/** Minutes for which a replaced key keeps working next to its successor. */
export const keyOverlaps = [0, 15, 60, 360, 1440] as const
export type KeyOverlap = (typeof keyOverlaps)[number]
export const DEFAULT_KEY_OVERLAP: KeyOverlap = 1440
