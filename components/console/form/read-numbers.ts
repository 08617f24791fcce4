import type { FormField } from '@/lib/contract/console/request-form'
import { checkIdentifier, guessIdentifierType } from '@/lib/domain/identifiers/identifiers'

import { type DraftGroup, emptyGroup, linesOf, draftText } from '../request/draft'

const has = (fields: readonly FormField[], name: string): boolean => fields.some((field) => field.name === name)

/** Whether each item is a company number, or a number with its type. */
export const takesNumbers = (fields: readonly FormField[]): boolean =>
  has(fields, 'nip') || (has(fields, 'identifier_type') && has(fields, 'identifier_value'))

/** Detects the type of a number by its form; a short one is a KRS number without leading zeros. */
function readNumber(line: string) {
  const guess = guessIdentifierType(line)
  if (guess === 'unknown') return undefined
  const type = guess === 'maybe_krs' ? 'krs' : guess
  const read = checkIdentifier(type, line)
  return read.ok ? { type, value: read.value } : undefined
}

export interface NumbersFromText {
  readonly groups: readonly DraftGroup[]
  /** Lines that are not numbers, or whose type has no field. */
  readonly left: readonly string[]
}

/**
 * Converts a pasted list to at most `maxGroups` items of the form. Invalid numbers are not converted, because each item may
 * cost a unit.
 */
export function readNumbers(fields: readonly FormField[], text: string, maxGroups: number): NumbersFromText {
  const groups: DraftGroup[] = []
  const remaining: string[] = []
  for (const line of linesOf(text)) {
    const group = groupOf(fields, line)
    if (group === undefined || groups.length >= maxGroups) remaining.push(line)
    else groups.push(group)
  }
  return { groups, left: remaining }
}

function groupOf(fields: readonly FormField[], line: string): DraftGroup | undefined {
  const identifier = readNumber(line)
  if (identifier === undefined) return undefined
  const { type, value } = identifier
  if (has(fields, 'identifier_type')) {
    const { choices = [] } = fields.find(({ name }) => name === 'identifier_type') ?? {}
    return choices.includes(type)
      ? { ...emptyGroup(fields), identifier_type: type, identifier_value: value }
      : undefined
  }
  const name = type === 'subject_id' ? 'id' : type
  return has(fields, name) ? { ...emptyGroup(fields), [name]: value } : undefined
}

export const isEmptyGroup = (group: DraftGroup): boolean =>
  Object.values(group).every((value) => draftText(value) === '')
