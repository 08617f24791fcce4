import { parseJson } from './collections/json'
import { isRole, type Role } from './roles'

/** Roles that may spend units and the plan's custom reports until an owner decides otherwise. */
export const usualSpendingRoles = ['owner', 'compliance'] as const satisfies readonly Role[]

/** The owner decides about spending, and so may always spend. */
const ALWAYS: Role = 'owner'

/**
 * The owner's stored choice: a JSON list of roles; null: the default. If it cannot be read, only the owner may spend.
 */
export function readSpendingRoles(stored: string | null): readonly Role[] {
  if (stored === null) return usualSpendingRoles
  const listed = listIn(stored).filter(isRole)
  return listed.includes(ALWAYS) ? listed : [ALWAYS, ...listed]
}

function listIn(stored: string): readonly unknown[] {
  const value = parseJson(stored)
  return Array.isArray(value) ? value : []
}

export const maySpend = (role: Role, stored: string | null): boolean => readSpendingRoles(stored).includes(role)
