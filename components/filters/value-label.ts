import type { FilterList } from '@/lib/contract/filters'
import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers'

/** How a value is shown: personal numbers masked, also when they stand in the wrong list. */
export function shownLabel(list: FilterList, value: string, isRevealed: boolean): string {
  if (isRevealed) return value
  if (list === 'pesel' && /^\d+$/.test(value)) return maskIdentifier('pesel', value)
  return maskPesels(value)
}
