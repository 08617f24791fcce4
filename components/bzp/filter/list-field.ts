import type { AlertList } from './alert-filter'

export interface ListFieldProps {
  readonly values: readonly string[]
  readonly onChange: (list: AlertList, values: readonly string[]) => void
  readonly onDraft: (list: AlertList, text: string) => void
  /** The refusal of one of the values by the service. */
  readonly error: string | undefined
}
