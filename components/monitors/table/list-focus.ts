import { restoreFocus } from '@/components/ui/restore-focus'

const findRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]')

/** Focuses the active row; false if the list is empty. */
export function focusActiveRow(): boolean {
  const row = findRow()
  row?.focus()
  return row !== null
}

/**
 * Where the focus moves after the focused element disappears: the row in its place, or the search if the list is empty.
 */
const findFocusTarget = (): HTMLElement | null =>
  findRow() ?? document.querySelector<HTMLElement>('main input[type="search"]')

export const restoreListFocus = (): void => restoreFocus(findFocusTarget)
