interface RowPlace {
  readonly active: number
  readonly last: number
  /** Rows of a leap; about a window. None: the list has no page keys. */
  readonly leap?: number
}

/** Where a key leads from a row of a list, tree or grid; undefined for a key that leads nowhere. */
export function rowStep(key: string, { active, last, leap }: RowPlace): number | undefined {
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
