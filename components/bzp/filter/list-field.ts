import type { AlertList } from './alert-filter'

/** What every field of the form gets. */
export interface ListFieldProps {
  readonly values: readonly string[]
  readonly onChange: (list: AlertList, values: readonly string[]) => void
  readonly onDraft: (list: AlertList, text: string) => void
  /** What the service said of one of the values. */
  readonly error: string | undefined
}
