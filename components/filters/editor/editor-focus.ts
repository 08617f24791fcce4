import { restoreFocus } from '@/components/ui/restore-focus'
import type { FilterListName } from '@/lib/domain/filter-lists'

const findName = (): HTMLElement | null => document.querySelector('[data-part="filter-name"] input')

/** The pressed button disappears with its action, so the focus moves to the filter's name. */
export const restoreEditorFocus = (): void => restoreFocus(findName)

/** Where to correct a list: an invalid value, else its rows, else the input field. */
const faultTargets = ['[role="grid"] input[aria-invalid="true"]', '[role="grid"]', 'input[type="text"]']

export function focusFault(list: FilterListName): void {
  const part = document.querySelector(`[data-list="${list}"]`)
  const found = faultTargets
    .map((selector) => part?.querySelector<HTMLElement>(selector))
    .find((element) => element != null)
  found?.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'center' })
}
