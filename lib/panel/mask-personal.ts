import { personalDataRoles } from '@/lib/contract/operation'
import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers'
import type { Role } from '@/lib/domain/roles'

export const seesPersonalData = (role: Role): boolean => personalDataRoles.includes(role)

type Row = { readonly personal?: true }

/**
 * True for a query that names a person by number, of a role that may not see such a number: an answer that is empty or not
 * would tell whether the number is there.
 */
export function asksForPerson({ personal }: Row, role: Role, query: URLSearchParams): boolean {
  if (personal !== true || seesPersonalData(role)) return false
  return [...query].some(([key, value]) => !opaque.test(key) && isPersonalNumber(value))
}

const isPersonalNumber = (text: string): boolean => maskPesels(text) !== text || /^\D*(?:\d\D*){11}$/.test(text)

/** Opaque values that may hold eleven digits by chance and must come back as they are. */
const opaque = /^(id|.+_id|cursor|next_cursor|created_at|.+_at)$/

/** A JSON answer with every PESEL masked, wherever it stands: identifier fields, labels, titles, messages. */
export function maskPersonal(value: unknown): unknown {
  if (typeof value === 'string') return maskPesels(value)
  if (Array.isArray(value)) return value.map(maskPersonal)
  if (typeof value !== 'object' || value === null) return value
  const isPesel = 'identifier_type' in value && String(value.identifier_type).toLowerCase() === 'pesel'
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, maskField(key, field, isPesel)]))
}

function maskField(key: string, field: unknown, isPesel: boolean): unknown {
  if (key === 'identifier_value' && isPesel && typeof field === 'string') return maskIdentifier('pesel', field)
  if (/^(debtor_)?pesel$/.test(key)) return maskPesel(field)
  if (/birth_date$|date_of_birth$/.test(key)) return null
  return typeof field === 'string' && opaque.test(key) ? field : maskPersonal(field)
}

/** A single number, or the list of them that a filter holds. */
function maskPesel(field: unknown): unknown {
  if (Array.isArray(field)) return field.map(maskPesel)
  return typeof field === 'string' ? maskIdentifier('pesel', field) : maskPersonal(field)
}
