export type Key = string | number

export interface SelectedKeys {
  readonly keys: ReadonlySet<Key>
  /** Where a range starts: the row selected last. */
  readonly anchor: Key | undefined
}

export const nothingSelected: SelectedKeys = { keys: new Set(), anchor: undefined }

export function withKeys(selected: SelectedKeys, changed: readonly Key[], isOn: boolean): SelectedKeys {
  const keys = new Set(selected.keys)
  for (const key of changed) {
    if (isOn) keys.add(key)
    else keys.delete(key)
  }
  return { ...selected, keys }
}

const between = (shown: readonly Key[], start: number, end: number) =>
  shown.slice(Math.min(start, end), Math.max(start, end) + 1)

interface Toggle {
  readonly key: Key
  readonly isRange: boolean
}

/** A range takes the state of the row that ends it. */
export function withToggled(selected: SelectedKeys, shown: readonly Key[], { key, isRange }: Toggle): SelectedKeys {
  const end = shown.indexOf(key)
  const anchor = isRange && selected.anchor !== undefined ? shown.indexOf(selected.anchor) : -1
  const changed = between(shown, anchor === -1 ? end : anchor, end)
  return { ...withKeys(selected, changed, !selected.keys.has(key)), anchor: key }
}

/** Moves the end of the range from one row to another, as Shift with an arrow key does. */
export function withExtended(selected: SelectedKeys, shown: readonly Key[], from: number, to: number): SelectedKeys {
  const start = shown[from]
  if (start === undefined) return selected
  const { anchor } = selected
  const hasRange = anchor !== undefined && shown.includes(anchor) && selected.keys.has(start)
  const first = hasRange ? anchor : start
  const index = shown.indexOf(first)
  const shortened = withKeys({ ...selected, anchor: first }, between(shown, index, from), false)
  return withKeys(shortened, between(shown, index, to), true)
}
