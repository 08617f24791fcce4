import type { Role } from './roles'

/** Who may spend units in the panel where no owner decided otherwise. */
export const usualSpendingRoles = ['owner', 'compliance'] as const satisfies readonly Role[]
