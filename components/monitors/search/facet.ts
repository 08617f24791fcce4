export interface FacetFilterProps {
  /** What the facet is called, e.g. "Tag". */
  readonly label: string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** What a chosen value's chip says. */
  readonly chipText: (value: string) => string
  /** All values with their counts; asked for while the list is open. */
  readonly options: () => readonly FacetOption[]
  /** How several chosen values go together, in words. */
  readonly hint: string
}

export interface FacetOption {
  readonly value: string
  readonly label: string
  readonly count: number
}
