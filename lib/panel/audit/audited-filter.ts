import { filterLists } from '@/lib/domain/filter-lists'
import type { Keeper } from '@/lib/storage/monitors/kept-values'

import { jsonField, jsonText } from '../json-field'

type Lists = Readonly<Record<string, readonly string[]>>
export type FilterState = { readonly name: string | null; readonly lists: Lists }

const isText = (value: unknown): value is string => typeof value === 'string'

/** An entry names this many added and removed values; of the rest it says how many. */
const NAMED = 50

/** Name and lists of a filter or of the body that makes one, whatever else it holds. */
export function readFilterState(from: unknown): FilterState {
  const content = jsonField(from, 'content')
  const entries = filterLists.map((list) => {
    const values = jsonField(content, list)
    return [list, Array.isArray(values) ? values.filter(isText) : []] as const
  })
  return { name: jsonText(from, 'name'), lists: Object.fromEntries(entries) }
}

/** The list of names beside the name of the filter. */
const keyOf = (list: string): string => (list === 'name' ? 'names' : list)

/** How many values each list has; empty lists are left out. */
export const listSizes = ({ lists }: FilterState): Record<string, number> =>
  Object.fromEntries(
    Object.entries(lists)
      .filter(([, values]) => values.length > 0)
      .map(([list, values]) => [keyOf(list), values.length]),
  )

/** Everything that a filter held, one `list value` each; numbers of persons as they are kept. */
export const heldIn = ({ lists }: FilterState, keep: Keeper['value']): string[] =>
  Object.entries(lists).flatMap(([list, values]) => values.map((value) => `${list} ${keep(list, value)}`))

const only = (of: Lists, notIn: Lists): string[] =>
  Object.entries(of).flatMap(([list, values]) => {
    const others = new Set(notIn[list])
    return values.filter((value) => !others.has(value)).map((value) => `${list} ${value}`)
  })

/** `removed` before and `added` after, at most fifty named; undefined when a save left everything as it was. */
export function contentDiff(former: FilterState, latter: FilterState) {
  const removed = only(former.lists, latter.lists)
  const added = only(latter.lists, former.lists)
  if (removed.length === 0 && added.length === 0 && former.name === latter.name) return undefined
  const side = (state: FilterState, key: 'removed' | 'added', values: readonly string[]) => ({
    name: state.name,
    ...listSizes(state),
    ...(values.length > 0 && { [key]: values.slice(0, NAMED) }),
    ...(values.length > NAMED && { [`${key}_unnamed`]: values.length - NAMED }),
  })
  return { before: side(former, 'removed', removed), after: side(latter, 'added', added) }
}
