import type { PanelAnswer } from '@/lib/client/client'
import { filterLists, type FilterListName, mapLists } from '@/lib/domain/filter-lists'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'

import { changedValues, type FilterDraft } from '../draft/filter-draft'

export type VersionAnswer = PanelAnswer<'filterVersions.get'>

/** The draft as the version was. A list whose values are not kept stays as it is now. */
export function restoredDraft(
  draft: FilterDraft,
  { name, content, missing_lists: missing }: VersionAnswer,
): FilterDraft {
  const of = (list: FilterListName): readonly string[] => (missing.includes(list) ? draft : { content }).content[list]
  // A mask in place of a number of a person is no name.
  const isName = name !== '' && !isMaskedText(name)
  return { name: isName ? name : draft.name, content: mapLists(of) }
}

export interface VersionListChange {
  readonly list: FilterListName
  /** In the version and not in the draft: what putting it back adds. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** What putting the version back would change of the draft, list by list; equal ones are left out. */
export const changesOf = (draft: FilterDraft, restored: FilterDraft): VersionListChange[] =>
  filterLists
    .map((list) => ({ list, ...changedValues(draft.content[list], restored.content[list]) }))
    .filter(({ added, removed }) => added.length + removed.length > 0)
