import type { FilterListName } from '@/lib/domain/filter-lists'
import { maskIdentifier, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

/** How a value is shown: personal numbers masked, also when they stand in the wrong list. Only what was typed here can be revealed here. */
export function shownLabel(list: FilterListName, value: string, isRevealed: boolean): string {
  const sealed = readSealed(value)
  if (sealed) return sealed.shown
  if (isRevealed) return value
  if (list === 'pesel') return /^\d+$/.test(value) ? maskIdentifier('pesel', value) : maskMistyped(value)
  return maskPesels(value)
}
