const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A text of at most `max` UTF-16 units (or what `lengthOf` counts), with … in place of the rest. Never splits a visible
 * character, such as an emoji of several code points or a letter with its accents.
 */
export function shortenText(text: string, max: number, lengthOf = (part: string): number => part.length): string {
  if (lengthOf(text) <= max) return text
  let prefix = ''
  let length = lengthOf('…')
  for (const { segment } of signs.segment(text)) {
    length += lengthOf(segment)
    if (length > max) break
    prefix += segment
  }
  return `${prefix}…`
}
