import type { FilterListName } from '@/lib/domain/filter-lists'
import { maskIdentifier, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

/**
 * Formats a value for display: personal numbers are masked, also in a wrong list. Only a number typed here can be
 * revealed.
 */
export function valueLabel(list: FilterListName, value: string, isRevealed: boolean): string {
  const sealed = readSealed(value)
  if (sealed) return sealed.shown
  if (isRevealed) return value
  if (list === 'pesel') return /^\d+$/.test(value) ? maskIdentifier('pesel', value) : maskMistyped(value)
  return maskPesels(value)
}
