import { foldText } from '@/lib/domain/fold'
import { applyTagChange, type TagChange } from '@/lib/domain/tags/tags'

/** The selected monitors grouped by their set of tags. */
export type TagSets = readonly { readonly tags: readonly string[]; readonly monitors: number }[]

/** The change per tag; a tag without an entry stays unchanged. */
export type TagDraft = ReadonlyMap<string, 'add' | 'remove'>

export interface TagRow {
  readonly tag: string
  readonly monitorCount: number
  readonly mark: 'all' | 'some' | 'none'
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'pl')

/** The tags of the selection, most frequent first, then the account's other tags. */
export function tagRows(sets: TagSets, accountTags: readonly string[]): TagRow[] {
  const total = countChecked(sets)
  const counts = new Map<string, number>()
  for (const { tags, monitors } of sets) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + monitors)
  const carried = [...counts]
    .sort(([a, more], [b, less]) => less - more || compare(a, b))
    .map(([tag, count]): TagRow => ({ tag, monitorCount: count, mark: count === total ? 'all' : 'some' }))
  const others = accountTags.filter((tag) => !counts.has(tag)).toSorted(compare)
  return [...carried, ...others.map((tag): TagRow => ({ tag, monitorCount: 0, mark: 'none' }))]
}

export const countChecked = (sets: TagSets): number => sets.reduce((sum, { monitors }) => sum + monitors, 0)

/**
 * The draft after a press on a tag. "Some" cannot be chosen: a press changes it to all, then to none,
 * and only a reset restores it.
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

export function checkboxState(draft: TagDraft, { tag, mark }: TagRow): 'on' | 'off' | 'mixed' {
  const choice = draft.get(tag)
  if (choice !== undefined) return choice === 'add' ? 'on' : 'off'
  return mark === 'some' ? 'mixed' : mark === 'all' ? 'on' : 'off'
}

export function toChange(draft: TagDraft): Required<TagChange> {
  const tagsFor = (choice: 'add' | 'remove') => [...draft].filter(([, each]) => each === choice).map(([tag]) => tag)
  return { add: tagsFor('add'), remove: tagsFor('remove') }
}

export interface TagPreview {
  readonly changing: number
  readonly unchanged: number
  readonly refused: number
}

/** Previews a draft by the service's own rule (decision 6, bulk tagging). */
export function previewTags(sets: TagSets, draft: TagDraft): TagPreview {
  const change = toChange(draft)
  const preview = { changing: 0, unchanged: 0, refused: 0 }
  for (const { tags, monitors } of sets) {
    const { changed, refused } = applyTagChange(tags, change)
    preview[changed ? 'changing' : refused ? 'refused' : 'unchanged'] += monitors
  }
  return preview
}

/** Rows whose tag contains the text, ignoring case and diacritics. */
export function findTags(rows: readonly TagRow[], text: string): TagRow[] {
  const needle = foldText(text.trim())
  return rows.filter(({ tag }) => foldText(tag).includes(needle))
}
