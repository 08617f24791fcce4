import type { PanelAnswer } from '@/lib/client/client'
import { filterLists, type FilterListName, mapLists } from '@/lib/domain/filter-lists'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'

import { changedValues, type FilterDraft } from '../draft/filter-draft'

export type VersionAnswer = PanelAnswer<'filterVersions.get'>

/** The draft with the version's content. A list whose values were not stored stays as it is. */
export function restoredDraft(
  draft: FilterDraft,
  { name, content, missing_lists: missing }: VersionAnswer,
): FilterDraft {
  const valuesOf = (list: FilterListName): readonly string[] =>
    (missing.includes(list) ? draft : { content }).content[list]
  // A masked personal number is not a usable name.
  const isName = name !== '' && !isMaskedText(name)
  return { name: isName ? name : draft.name, content: mapLists(valuesOf) }
}

export interface VersionListChange {
  readonly list: FilterListName
  /** Values in the version but not in the draft, which restoring adds. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export const changesOf = (draft: FilterDraft, restored: FilterDraft): VersionListChange[] =>
  filterLists
    .map((list) => ({ list, ...changedValues(draft.content[list], restored.content[list]) }))
    .filter(({ added, removed }) => added.length + removed.length > 0)
