/** Interface section 8.3 (sizes): tags per monitor. */
export const MAX_TAGS = 10
export const MAX_TAG_LENGTH = 64

export type TagChange = { readonly add?: readonly string[]; readonly remove?: readonly string[] }
/** `refused`: the result would have more than ten tags, so the monitor stays unchanged. */
export type TagChangeResult = { tags: string[]; changed: boolean; refused: boolean }

/**
 * Trimmed, NFC, without blank and repeated ones, in the given order. Tags are case-sensitive (decision 6, bulk
 * tagging).
 */
export const tidyTags = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => tag.trim().normalize('NFC')))].filter((tag) => tag !== '')

/**
 * Applies a bulk tag change to one monitor (decision 6, bulk tagging): remove first, then add; above ten tags it is
 * refused as a whole. A tag that is removed and added again stays in place, so it is no change.
 */
export function applyTagChange(tags: readonly string[], change: TagChange): TagChangeResult {
  const add = tidyTags(change.add ?? [])
  const removed = new Set(tidyTags(change.remove ?? []).filter((tag) => !add.includes(tag)))
  const remaining = tags.filter((tag) => !removed.has(tag))
  const added = add.filter((tag) => !remaining.includes(tag))
  if (remaining.length + added.length > MAX_TAGS) return { tags: [...tags], changed: false, refused: true }
  return { tags: [...remaining, ...added], changed: added.length > 0 || remaining.length < tags.length, refused: false }
}

/** Tags in one cell of a file; one that contains a separator is quoted, so that it reads as the same tag. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[,;|"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ')

/** The tags of one cell, with any separator. */
export const splitTags = (cell: string): string[] =>
  tidyTags(
    (cell.match(/\s*"(?:[^"]|"")*"\s*(?=[,;|]|$)|[^,;|]+/g) ?? []).map((part) => {
      const text = part.trim()
      return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text
    }),
  )
