import { foldText } from '@/lib/domain/fold'
import { applyTagChange, type TagChange } from '@/lib/domain/tags/tags'

/** Monitors of the selection by the tags they have. */
export type TagSets = readonly { readonly tags: readonly string[]; readonly monitors: number }[]

/** What is to be done, by tag; a tag that is not in it stays as it is. */
export type TagDraft = ReadonlyMap<string, 'add' | 'remove'>

export interface TagRow {
  readonly tag: string
  /** How many of the selected monitors carry it. */
  readonly carried: number
  readonly mark: 'all' | 'some' | 'none'
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'pl')

/** The tags of the selection, the most frequent first, then the others in use on the account. */
export function tagRows(sets: TagSets, known: readonly string[]): TagRow[] {
  const total = countChecked(sets)
  const counts = new Map<string, number>()
  for (const { tags, monitors } of sets) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + monitors)
  const carried = [...counts]
    .sort(([a, more], [b, less]) => less - more || compare(a, b))
    .map(([tag, count]): TagRow => ({ tag, carried: count, mark: count === total ? 'all' : 'some' }))
  const others = known.filter((tag) => !counts.has(tag)).toSorted(compare)
  return [...carried, ...others.map((tag): TagRow => ({ tag, carried: 0, mark: 'none' }))]
}

export const countChecked = (sets: TagSets): number => sets.reduce((sum, { monitors }) => sum + monitors, 0)

/**
 * What a press on a tag makes of it. "Some" is how monitors are, not what somebody can choose: it becomes all, then none,
 * and only a reset brings it back.
 */
export function pressTag(draft: TagDraft, { tag, mark }: Pick<TagRow, 'tag' | 'mark'>): TagDraft {
  const next = new Map(draft)
  const choice = draft.get(tag)
  if (mark === 'some') next.set(tag, choice === 'add' ? 'remove' : 'add')
  else if (choice === undefined) next.set(tag, mark === 'all' ? 'remove' : 'add')
  else next.delete(tag)
  return next
}

export function dropTag(draft: TagDraft, tag: string): TagDraft {
  const next = new Map(draft)
  next.delete(tag)
  return next
}

/** How the tag's box stands with the draft. */
export function checkboxState(draft: TagDraft, { tag, mark }: TagRow): 'on' | 'off' | 'mixed' {
  const choice = draft.get(tag)
  if (choice !== undefined) return choice === 'add' ? 'on' : 'off'
  return mark === 'some' ? 'mixed' : mark === 'all' ? 'on' : 'off'
}

export function toChange(draft: TagDraft): Required<TagChange> {
  const of = (choice: 'add' | 'remove') => [...draft].filter(([, each]) => each === choice).map(([tag]) => tag)
  return { add: of('add'), remove: of('remove') }
}

export interface TagPreview {
  readonly changing: number
  readonly same: number
  readonly refused: number
}

/** The dry run of a draft, by the rule that the service follows (decision 6). */
export function previewTags(sets: TagSets, draft: TagDraft): TagPreview {
  const change = toChange(draft)
  const preview = { changing: 0, same: 0, refused: 0 }
  for (const { tags, monitors } of sets) {
    const { changed, refused } = applyTagChange(tags, change)
    preview[changed ? 'changing' : refused ? 'refused' : 'same'] += monitors
  }
  return preview
}

/** Rows whose tag contains the text, whatever its case and accents. */
export function findTags(rows: readonly TagRow[], text: string): TagRow[] {
  const wanted = foldText(text.trim())
  return rows.filter(({ tag }) => foldText(tag).includes(wanted))
}
