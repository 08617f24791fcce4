interface RowPosition {
  readonly active: number
  readonly last: number
  /**
   * The number of rows that Page Up and Page Down move by, about one window. Undefined: the list ignores these keys.
   */
  readonly leap?: number
}

/** The index that a key moves to from a row of a list, tree or grid; undefined for a key that does not move. */
export function rowStep(key: string, { active, last, leap }: RowPosition): number | undefined {
  const steps: Readonly<Record<string, number | undefined>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: leap && active + leap,
    PageUp: leap && active - leap,
    Home: 0,
    End: last,
  }
  const to = steps[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}
