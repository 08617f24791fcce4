import { keepFocus } from '@/components/ui/keep-focus'

const findName = (): HTMLElement | null => document.querySelector('[data-part="filter-name"] input')

/** The button that was pressed goes with what it did; the keyboard goes on at the name of the filter. */
export const keepEditorFocus = (): void => keepFocus(findName)
