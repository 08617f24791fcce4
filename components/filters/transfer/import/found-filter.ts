import type { PlacedRows } from '../../file/place-rows'

/** A filter as a file has it, before anything is judged. */
export interface FoundFilter extends PlacedRows {
  /** Empty where the file has none. */
  readonly name: string
}
