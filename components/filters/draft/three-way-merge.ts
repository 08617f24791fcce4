import { type FilterListName, mapLists } from '@/lib/domain/filter-lists'

import { type FilterDraft } from './filter-draft'
import { valueKey } from './list-values'

/** Three states of one filter: the common base and what each edit made of it. */
export interface MergeSides {
  readonly base: FilterDraft
  readonly mine: FilterDraft
  readonly theirs: FilterDraft
}

/** `names` is set if both sides renamed the filter differently, so the user has to choose. */
export interface MergedDraft {
  readonly draft: FilterDraft
  readonly names: { readonly mine: string; readonly theirs: string } | undefined
}

/** Applies my additions and removals to their list; their values stay in their order, and my additions follow. */
export function mergeLists(list: FilterListName, base: readonly string[], sides: Pick<MergeSides, 'mine' | 'theirs'>) {
  const [mine, theirs] = [sides.mine.content[list], sides.theirs.content[list]]
  if (mine === base) return theirs
  if (theirs === base) return mine
  const keyOf = (value: string) => valueKey(list, value)
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((values) => new Set(values.map(keyOf)))
  const retained = theirs.filter((value) => !inBase?.has(keyOf(value)) || inMine?.has(keyOf(value)))
  const added = mine.filter((value) => !inBase?.has(keyOf(value)) && !inTheirs?.has(keyOf(value)))
  return [...retained, ...added]
}

const hasSameName = (a: string, b: string): boolean => a.trim() === b.trim()

function mergeNames({ base, mine, theirs }: MergeSides): Pick<MergedDraft, 'names'> & { readonly name: string } {
  if (hasSameName(mine.name, base.name) || hasSameName(mine.name, theirs.name))
    return { name: theirs.name, names: undefined }
  if (hasSameName(theirs.name, base.name)) return { name: mine.name, names: undefined }
  return { name: mine.name, names: { mine: mine.name.trim(), theirs: theirs.name.trim() } }
}

/**
 * A value is removed if either side removed it, and added if either side added it. The name is mine unless the user
 * chooses theirs.
 */
export function mergeDrafts(sides: MergeSides): MergedDraft {
  const { name, names } = mergeNames(sides)
  const content = mapLists((list) => mergeLists(list, sides.base.content[list], sides))
  return { draft: { name, content }, names }
}
