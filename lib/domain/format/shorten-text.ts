const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A text of at most `max` UTF-16 units (or of what `lengthOf` counts), with … where something was cut off. What a reader sees as one sign
 * is never cut in two: an emoji of several code points, a letter with its accents.
 */
export function shortenText(text: string, max: number, lengthOf = (part: string): number => part.length): string {
  if (lengthOf(text) <= max) return text
  let kept = ''
  let length = lengthOf('…')
  for (const { segment } of signs.segment(text)) {
    length += lengthOf(segment)
    if (length > max) break
    kept += segment
  }
  return `${kept}…`
}
