export interface FacetFilterProps {
  /** The facet's name, e.g. "Tag". */
  readonly label: string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** The text of a chosen value's chip. */
  readonly chipText: (value: string) => string
  /** All values with their counts, called while the list is open. */
  readonly options: () => readonly FacetOption[]
  /** Explains how several chosen values combine. */
  readonly hint: string
}

export interface FacetOption {
  readonly value: string
  readonly label: string
  readonly count: number
}
