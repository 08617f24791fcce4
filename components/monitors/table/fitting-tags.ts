/** Wider than an average character of the small text, so that what is estimated to fit does fit. */
const CHARACTER_PX = 7
const PADDING_PX = 12
const GAP_PX = 4
/** The room of "+12". */
const MORE_PX = 32
/** A longer tag is truncated. */
const MAX_TAG_PX = 124

const widthOf = (tag: string): number => Math.min(MAX_TAG_PX, tag.length * CHARACTER_PX + PADDING_PX)

/**
 * How many of the tags are drawn in this many pixels; the others are counted. The first one is always drawn, truncated if
 * necessary. Estimated, because measuring in every row would slow down scrolling.
 */
export function fittingTags(tags: readonly string[], room: number): number {
  let used = 0
  for (const [index, tag] of tags.entries()) {
    used += widthOf(tag) + (index === 0 ? 0 : GAP_PX)
    const isLast = index === tags.length - 1
    if (used + (isLast ? 0 : GAP_PX + MORE_PX) > room) return Math.max(1, index)
  }
  return tags.length
}
