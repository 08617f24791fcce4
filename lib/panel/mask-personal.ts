import { filterLists } from '@/lib/contract/filters'
import { personalDataRoles } from '@/lib/contract/operation'
import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers'
import { isOpaqueKey, namesPerson } from '@/lib/domain/personal-query'
import type { Role } from '@/lib/domain/roles'
import { writeSealed } from '@/lib/domain/sealed-value'

/** May reveal a personal number, one at a time, and put one into a query. Nobody gets them unasked. */
export const seesPersonalData = (role: Role): boolean => personalDataRoles.includes(role)

type Row = { readonly personal?: true }

/**
 * True for a query that names a person by number, of a role that may not see such a number: an answer that is empty or not
 * would tell whether the number is there.
 */
export const asksForPerson = ({ personal }: Row, role: Role, query: URLSearchParams): boolean =>
  personal === true && !seesPersonalData(role) && namesPerson(query)

/** Seals a text; without one, masked values cannot be sent back. */
export type Seal = (text: string) => string

/**
 * A JSON answer with every PESEL masked, wherever it stands: identifier fields, labels, titles, messages. With `seal` the
 * values of a filter's lists can be edited and saved unseen.
 */
export function maskPersonal(value: unknown, seal?: Seal): unknown {
  if (typeof value === 'string') return maskPesels(value)
  if (Array.isArray(value)) return value.map((item) => maskPersonal(item, seal))
  if (typeof value !== 'object' || value === null) return value
  const isPesel = 'identifier_type' in value && String(value.identifier_type).toLowerCase() === 'pesel'
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, maskField(key, field, { isPesel, seal })]),
  )
}

type Within = { readonly isPesel: boolean; readonly seal: Seal | undefined }

function maskField(key: string, field: unknown, within: Within): unknown {
  if (typeof field === 'string') return maskTextField(key, field, within)
  if (/birth_date$|date_of_birth$/.test(key)) return null
  if (isPeselKey(key)) return maskPesel(field)
  const { seal } = within
  return key === 'content' && seal ? sealLists(field, seal) : maskPersonal(field, seal)
}

const isPeselKey = (key: string): boolean => /^(debtor_)?pesel$/.test(key)

function maskTextField(key: string, field: string, { isPesel }: Within): string | null {
  if (isPeselKey(key) || (key === 'identifier_value' && isPesel)) return maskIdentifier('pesel', field)
  if (/birth_date$|date_of_birth$/.test(key)) return null
  return isOpaqueKey(key) ? field : maskPesels(field)
}

/** A single number, or a list of them. */
function maskPesel(field: unknown): unknown {
  if (Array.isArray(field)) return field.map(maskPesel)
  return typeof field === 'string' ? maskIdentifier('pesel', field) : maskPersonal(field)
}

const isList = (key: string): boolean => filterLists.some((list) => list === key)

function sealLists(content: unknown, seal: Seal): unknown {
  if (typeof content !== 'object' || content === null) return maskPersonal(content)
  const sealOne = (list: string, value: unknown) => {
    if (typeof value !== 'string') return maskPersonal(value, seal)
    const shown = list === 'pesel' ? maskIdentifier('pesel', value) : maskPesels(value)
    return shown === value ? value : writeSealed({ token: seal(value), shown })
  }
  const entries = Object.entries(content).map(([key, values]): [string, unknown] =>
    isList(key) && Array.isArray(values)
      ? [key, values.map((value) => sealOne(key, value))]
      : [key, maskPersonal(values, seal)],
  )
  return Object.fromEntries(entries)
}

/** Any JSON with the PESEL numbers in its texts masked and everything else as it is: documents that only show some. */
export function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskPesels(value)
  if (Array.isArray(value)) return value.map(maskTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, maskTexts(field)]))
}
