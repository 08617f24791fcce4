/** Roles of the panel. Operations of the contract name roles; the proxy enforces them, the UI shows them. */
export const roles = ['owner', 'finance', 'compliance', 'viewer'] as const
export type Role = (typeof roles)[number]

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)
