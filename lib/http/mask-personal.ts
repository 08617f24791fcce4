import { personalDataRoles } from '@/lib/contract/operation'
import { filterLists } from '@/lib/domain/filter-lists'
import { stripBidiControls } from '@/lib/domain/format/plain-direction'
import { maskIdentifier, maskLikelyPesels, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { maskTyped } from '@/lib/domain/identifiers/personal-number'
import { isOpaqueKey, namesPerson } from '@/lib/domain/identifiers/personal-query'
import { writeSealed } from '@/lib/domain/identifiers/sealed-value'
import type { Role } from '@/lib/domain/roles'

/** May reveal one personal number at a time and use one in a query. Answers are masked for every role. */
export const seesPersonalData = (role: Role): boolean => personalDataRoles.includes(role)

type Row = { readonly unmasked?: true }

/**
 * True for a query that names a person by number if the role may not see such numbers: even an empty answer would
 * reveal whether the number exists.
 */
export const isForbiddenPersonQuery = ({ unmasked }: Row, role: Role, query: URLSearchParams): boolean =>
  unmasked !== true && !seesPersonalData(role) && namesPerson(query)

/** Seals a text; without it, masked values cannot be sent back. */
export type SealValue = (text: string) => string

/**
 * A JSON answer with every PESEL masked, in identifier fields, labels, titles, messages and field names. Hashes, ids,
 * amounts and days are not changed. With `seal` the values of a filter's lists can be edited and saved without being
 * visible.
 */
export function maskPersonal(value: unknown, seal?: SealValue): unknown {
  return maskValue(value, { mask: maskPesels, type: '', seal })
}

/** For permanent records: texts that are probably a mistyped PESEL are masked too. */
export function maskForLog(value: unknown): unknown {
  return maskValue(value, { mask: maskLikelyPesels, type: '', seal: undefined })
}

type MaskContext = {
  readonly mask: (text: string) => string
  /** The `identifier_type` next to the field; in a refused item it may be any text. */
  readonly type: string
  readonly seal: SealValue | undefined
}

function maskValue(value: unknown, within: MaskContext): unknown {
  if (typeof value === 'string') return within.mask(stripBidiControls(value))
  if (Array.isArray(value)) return value.map((item) => maskValue(item, within))
  if (typeof value !== 'object' || value === null) return value
  const type = 'identifier_type' in value ? String(value.identifier_type) : ''
  const isPesel = type.trim().toLowerCase() === 'pesel'
  const inside = { ...within, type, mask: isPesel ? maskMistyped : within.mask }
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [maskPesels(key), maskField(key, field, inside)]),
  )
}

/** The name of a field determines its meaning; an unknown name is treated as text. */
function maskField(key: string, field: unknown, within: MaskContext): unknown {
  if (/birth_date$|date_of_birth$/.test(key)) return null
  if (key === 'identifier_value') return maskIdentified(field, within)
  if (/pesel/i.test(key)) return maskPesel(field, within)
  // An id is less likely to be a PESEL by chance than a service is to use a PESEL as an id.
  if (typeof field === 'string' && isOpaqueKey(key)) return maskPesels(field)
  if (isEchoKey(key)) return maskEcho(field, within)
  return key === 'content' && within.seal ? sealLists(field, within) : maskValue(field, within)
}

/** The rejected input and its error: it may be a PESEL in the wrong field, or a mistyped one. */
const isEchoKey = (key: string): boolean => /^(input|error)$/.test(key)

/** A shorter number is a count, a longer one cannot be a PESEL. */
const isNumeral = (field: unknown): field is number => typeof field === 'number' && field >= 1e8 && field < 1e11

function maskIdentified(field: unknown, within: MaskContext): unknown {
  if (isNumeral(field)) return maskTyped(within.type, String(field).padStart(11, '0'))
  return typeof field === 'string' ? maskTyped(within.type, field) : maskValue(field, within)
}

function maskEcho(field: unknown, within: MaskContext): unknown {
  return isNumeral(field)
    ? maskMistyped(String(field).padStart(11, '0'))
    : maskValue(field, { ...within, mask: maskMistyped })
}

/** A single number, or a list of them. */
function maskPesel(field: unknown, within: MaskContext): unknown {
  if (Array.isArray(field)) return field.map((each) => maskPesel(each, within))
  if (isNumeral(field)) return maskIdentifier('pesel', String(field).padStart(11, '0'))
  return typeof field === 'string' ? maskIdentifier('pesel', field) : maskValue(field, within)
}

const isList = (key: string): boolean => filterLists.some((list) => list === key)

function sealLists(content: unknown, within: MaskContext): unknown {
  const { seal } = within
  if (typeof content !== 'object' || content === null || seal === undefined) return maskValue(content, within)
  const sealOne = (list: string, value: unknown) => {
    if (typeof value !== 'string') return maskValue(value, within)
    const shown = list === 'pesel' ? maskIdentifier('pesel', value) : maskPesels(value)
    return shown === value ? value : writeSealed({ token: seal(value), shown })
  }
  const entries = Object.entries(content).map(([key, values]): [string, unknown] =>
    isList(key) && Array.isArray(values)
      ? [key, values.map((value) => sealOne(key, value))]
      : [maskPesels(key), maskField(key, values, within)],
  )
  return Object.fromEntries(entries)
}

/** JSON with only the PESEL numbers in its texts masked, for documents that are displayed. */
export function maskTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskPesels(value)
  if (Array.isArray(value)) return value.map(maskTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, maskTexts(field)]))
}
