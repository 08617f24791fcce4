import { personalDataRoles } from '@/lib/contract/operation'
import { filterLists } from '@/lib/domain/filter-lists'
import { stripBidiControls } from '@/lib/domain/format/plain-direction'
import { maskIdentifier, maskLikelyPesels, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { maskTyped } from '@/lib/domain/identifiers/personal-number'
import { isOpaqueKey, namesPerson } from '@/lib/domain/identifiers/personal-query'
import { writeSealed } from '@/lib/domain/identifiers/sealed-value'
import type { Role } from '@/lib/domain/roles'

/** Whether a role may reveal single personal numbers and use them in queries. Answers are masked for every role. */
export const seesPersonalData = (role: Role): boolean => personalDataRoles.includes(role)

type OperationMask = { readonly unmasked?: true }

/**
 * True for a query that names a person by number if the role may not see such numbers: even an empty answer would
 * reveal whether the number exists.
 */
export const isForbiddenPersonQuery = ({ unmasked }: OperationMask, role: Role, query: URLSearchParams): boolean =>
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

function maskValue(value: unknown, context: MaskContext): unknown {
  if (typeof value === 'string') return context.mask(stripBidiControls(value))
  if (Array.isArray(value)) return value.map((item) => maskValue(item, context))
  if (typeof value !== 'object' || value === null) return value
  const type = 'identifier_type' in value ? String(value.identifier_type) : ''
  const isPesel = type.trim().toLowerCase() === 'pesel'
  const fieldContext = { ...context, type, mask: isPesel ? maskMistyped : context.mask }
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [maskPesels(key), maskField(key, field, fieldContext)]),
  )
}

/** The name of a field determines its meaning; an unknown name is treated as text. */
function maskField(key: string, field: unknown, context: MaskContext): unknown {
  if (/birth_date$|date_of_birth$/.test(key)) return null
  if (key === 'identifier_value') return maskIdentified(field, context)
  if (/pesel/i.test(key)) return maskPesel(field, context)
  // An id is less likely to be a PESEL by chance than a service is to use a PESEL as an id.
  if (typeof field === 'string' && isOpaqueKey(key)) return maskPesels(field)
  if (isEchoKey(key)) return maskEcho(field, context)
  return key === 'content' && context.seal ? sealLists(field, context) : maskValue(field, context)
}

/** The rejected input and its error: it may be a PESEL in the wrong field, or a mistyped one. */
const isEchoKey = (key: string): boolean => /^(input|error)$/.test(key)

/** A shorter number is a count, a longer one cannot be a PESEL. */
const isNumeral = (field: unknown): field is number => typeof field === 'number' && field >= 1e8 && field < 1e11

function maskIdentified(field: unknown, context: MaskContext): unknown {
  if (isNumeral(field)) return maskTyped(context.type, String(field).padStart(11, '0'))
  return typeof field === 'string' ? maskTyped(context.type, field) : maskValue(field, context)
}

function maskEcho(field: unknown, context: MaskContext): unknown {
  return isNumeral(field)
    ? maskMistyped(String(field).padStart(11, '0'))
    : maskValue(field, { ...context, mask: maskMistyped })
}

/** A single number, or a list of them. */
function maskPesel(field: unknown, context: MaskContext): unknown {
  if (Array.isArray(field)) return field.map((each) => maskPesel(each, context))
  if (isNumeral(field)) return maskIdentifier('pesel', String(field).padStart(11, '0'))
  return typeof field === 'string' ? maskIdentifier('pesel', field) : maskValue(field, context)
}

const isList = (key: string): boolean => filterLists.some((list) => list === key)

function sealLists(content: unknown, context: MaskContext): unknown {
  const { seal } = context
  if (typeof content !== 'object' || content === null || seal === undefined) return maskValue(content, context)
  const sealOne = (list: string, value: unknown) => {
    if (typeof value !== 'string') return maskValue(value, context)
    const shown = list === 'pesel' ? maskIdentifier('pesel', value) : maskPesels(value)
    return shown === value ? value : writeSealed({ token: seal(value), shown })
  }
  const entries = Object.entries(content).map(([key, values]): [string, unknown] =>
    isList(key) && Array.isArray(values)
      ? [key, values.map((value) => sealOne(key, value))]
      : [maskPesels(key), maskField(key, values, context)],
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
