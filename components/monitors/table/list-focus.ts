import { restoreFocus } from '@/components/ui/restore-focus'

const findRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]')

/** Goes to the row that the keyboard was on; false in an empty list. */
export function focusActiveRow(): boolean {
  const row = findRow()
  row?.focus()
  return row !== null
}

/** Where the keyboard goes on after what it was on is gone: the row at its place, or the search of an empty list. */
const findPlace = (): HTMLElement | null =>
  findRow() ?? document.querySelector<HTMLElement>('main input[type="search"]')

export const keepListFocus = (): void => restoreFocus(findPlace)
