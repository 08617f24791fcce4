import { foldLine } from '@/lib/domain/fold'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'

import { countItems, type FilterRecord, MAX_NAME_LENGTH } from '../../draft/filter-draft'
import type { JudgedImport } from './judge-values'

export type ImportChoice =
  | { readonly kind: 'create' }
  | { readonly kind: 'replace'; readonly id: string }
  | { readonly kind: 'skip' }

/** One filter of the file in the preview. */
export interface PlannedFilter {
  readonly name: string
  /** Undefined while its name is taken and the user has not decided what to do. */
  readonly choice: ImportChoice | undefined
  readonly judged: JudgedImport
  /** A filter of a filter file may be empty; an empty table makes no filter. */
  readonly mayBeEmpty: boolean
}

export type PlanFault =
  | 'undecided'
  | 'no_name'
  | 'long_name'
  | 'masked_name'
  | 'taken_name'
  | 'twice'
  | 'over'
  | 'nothing_good'
  | 'nothing_found'
  | 'replaced_twice'

export const nameKeyOf = (name: string): string => foldLine(name)

/** Finds the account's filters with this name; names are not unique. */
export const namesakes = (name: string, existingFilters: readonly FilterRecord[]): readonly FilterRecord[] =>
  existingFilters.filter((each) => each.name !== undefined && nameKeyOf(each.name) === nameKeyOf(name))

/** A free name needs no decision. */
export const firstChoice = (name: string, existingFilters: readonly FilterRecord[]): ImportChoice | undefined =>
  namesakes(name, existingFilters).length === 0 ? { kind: 'create' } : undefined

/** Appends the first free number, as in `Kontrahenci (2)`. */
export function freeName(name: string, usedNames: readonly string[]): string {
  const keys = new Set(usedNames.map(nameKeyOf))
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`
    const next = `${name.slice(0, MAX_NAME_LENGTH - end.length)}${end}`
    if (!keys.has(nameKeyOf(next))) return next
  }
}

function faultOfName(name: string, usedNames: ReadonlySet<string>, others: ReadonlySet<string>): PlanFault | undefined {
  if (name.trim() === '') return 'no_name'
  if (name.trim().length > MAX_NAME_LENGTH) return 'long_name'
  if (isMaskedText(name)) return 'masked_name'
  if (usedNames.has(nameKeyOf(name))) return 'taken_name'
  return others.has(nameKeyOf(name)) ? 'twice' : undefined
}

function faultOfValues({ judged: { content, counts, over }, mayBeEmpty }: PlannedFilter): PlanFault | undefined {
  if (over.length > 0) return 'over'
  if (countItems(content) > 0) return undefined
  if (counts.invalid > 0) return 'nothing_good'
  return mayBeEmpty ? undefined : 'nothing_found'
}

/** Returns for each filter why it cannot be imported, or undefined if it can. */
export function planFaults(
  planned: readonly PlannedFilter[],
  existingFilters: readonly FilterRecord[],
): readonly (PlanFault | undefined)[] {
  const usedNames = new Set(existingFilters.flatMap(({ name }) => (name === undefined ? [] : [nameKeyOf(name)])))
  const [createdNames, replaced] = [new Set<string>(), new Set<string>()]
  return planned.map((each) => {
    const { choice, name } = each
    if (choice?.kind === 'skip') return undefined
    const valuesFault = faultOfValues(each)
    if (valuesFault !== undefined) return valuesFault
    if (choice === undefined) return 'undecided'
    if (choice.kind === 'replace') {
      const isTwice = replaced.has(choice.id)
      replaced.add(choice.id)
      return isTwice ? 'replaced_twice' : undefined
    }
    const fault = faultOfName(name, usedNames, createdNames)
    createdNames.add(nameKeyOf(name))
    return fault
  })
}

export interface PlanQuota {
  /** Null if the plan has no limit or the limit is unknown. */
  readonly limit: number | null
  readonly count: number
}

/** Returns how many of the filters to be created exceed the limit of the plan. */
export function countOverPlanLimit(planned: readonly PlannedFilter[], { limit, count }: PlanQuota): number {
  if (limit === null) return 0
  const createdCount = planned.filter(({ choice }) => choice?.kind === 'create').length
  return Math.max(0, createdCount - Math.max(0, limit - count))
}
