/** Interface 8.3: tags per monitor. */
export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 64

export type TagChange = { readonly add?: readonly string[]; readonly remove?: readonly string[] }
/** `refused`: the result would have had more than ten tags, so the monitor stays as it was. */
export type TagChangeResult = { tags: string[]; changed: boolean; refused: boolean }

/** Trimmed, composed, without blanks and repetitions, in the order given. Tags differ by case (decision 6). */
export const tidyTags = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => tag.trim().normalize('NFC')))].filter((tag) => tag !== '')

/**
 * What a bulk tag change does to one monitor (decision 6): remove first, then add; over ten tags it is refused whole.
 * A tag that is removed and added again keeps its place, so it is no change.
 */
export function applyTagChange(tags: readonly string[], change: TagChange): TagChangeResult {
  const add = tidyTags(change.add ?? [])
  const removed = new Set(tidyTags(change.remove ?? []).filter((tag) => !add.includes(tag)))
  const kept = tags.filter((tag) => !removed.has(tag))
  const added = add.filter((tag) => !kept.includes(tag))
  if (kept.length + added.length > MAX_TAGS) return { tags: [...tags], changed: false, refused: true }
  return { tags: [...kept, ...added], changed: added.length > 0 || kept.length < tags.length, refused: false }
}

/** Tags in one cell of a file: one that holds a separator stands in quotes, so that it is the same tag when it is read. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[,;|"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')

/** The tags of one cell, whatever separates them. */
export const splitTags = (cell: string): string[] =>
  tidyTags(
    (cell.match(/\s*"(?:[^"]|"")*"\s*(?=[,;|]|$)|[^,;|]+/g) ?? []).map((part) => {
      const text = part.trim()
      return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
    }),
  )
