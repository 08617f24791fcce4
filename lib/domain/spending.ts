import { parseJson } from './collections/json'
import { isRole, type Role } from './roles'

/** Who may spend units and what the plan holds of custom reports, until an owner decides otherwise. */
export const usualSpendingRoles = ['owner', 'compliance'] as const satisfies readonly Role[]

/** The owner decides who may spend, and so always may. */
const ALWAYS: Role = 'owner'

/**
 * What an owner decided, as the store has it: a JSON list of roles; null: nobody decided. What cannot be read lets nobody spend
 * but the owner.
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
