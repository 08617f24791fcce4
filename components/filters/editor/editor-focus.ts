import { keepFocus } from '@/components/ui/keep-focus'
import type { FilterListName } from '@/lib/domain/filter-lists'

const findName = (): HTMLElement | null => document.querySelector('[data-part="filter-name"] input')

/** The button that was pressed goes with what it did; the keyboard goes on at the name of the filter. */
export const keepEditorFocus = (): void => keepFocus(findName)

/** What of a list is to be mended: a bad value, else its rows, else where values are typed. */
const placesToMend = ['[role="grid"] input[aria-invalid="true"]', '[role="grid"]', 'input[type="text"]']

export function focusToMend(list: FilterListName): void {
  const part = document.querySelector(`[data-list="${list}"]`)
  const found = placesToMend.map((place) => part?.querySelector<HTMLElement>(place)).find((place) => place != null)
  found?.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'center' })
}
