const MARKS = /[\u0300-\u036f]/g
/** Soft hyphens, joiners and direction marks, which Word and PDF put into texts. */
const INVISIBLE = /[\p{Cf}\p{DI}]/gu
const DASHES = /[\p{Pd}\u2212]/gu

/** A fast path: nearly all texts consist of these letters. */
const isPlain = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- ASCII from its beginning
  /^[\u0000-\u007fĄąĆćĘęŁłŃńÓóŚśŹźŻż]*$/.test(text)

const withoutMarks = (text: string): string => text.normalize('NFD').replace(MARKS, '').replaceAll('ł', 'l')

/**
 * Lower case without diacritics (`Łódź` → `lodz`), with keyboard dashes and quotes, ligatures and superscripts as plain
 * letters and digits (`m²` → `m2`): the form in which texts are searched and compared everywhere.
 */
export const foldText = (text: string): string =>
  isPlain(text)
    ? withoutMarks(text.toLowerCase())
    : withoutMarks(text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(INVISIBLE, ''))
        .replace(DASHES, '-')
        .replace(/[„“”«»″]/g, '"')
        .replace(/[‘’‚‛′]/g, "'")

/** Every run of white space becomes one space. */
export const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Folded and on one line: the form in which one-line texts and queries are compared. */
export const foldLine = (text: string): string => toOneLine(foldText(text))

/**
 * Words of a query, to be found anywhere in a folded text in any order. They are split at blanks and hyphens, so that
 * `lodz trans` finds `Łódź-Trans`. A query of hyphens only is searched unchanged.
 */
export function searchWords(query: string): readonly string[] {
  const foldedQuery = foldText(query.trim())
  const words = foldedQuery.split(/[\s\p{Pd}]+/u).filter((word) => word !== '')
  return words.length > 0 || foldedQuery === '' ? words : [foldedQuery]
}

/** Whether a folded text contains all words of `searchWords`. */
export const includesWords = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => folded.includes(word))

/** A half-open range of UTF-16 indexes, as for `slice`. */
export type TextRange = { start: number; end: number }

/** The folded text, and for each of its code units the range of the original character. */
function foldWithOrigins(text: string): { folded: string; origins: TextRange[] } {
  let folded = ''
  const origins: TextRange[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const piece = foldText(character)
    folded += piece
    for (let index = 0; index < piece.length; index += 1) origins.push({ start, end })
    start = end
  }
  return { folded, origins }
}

function hitsOf(folded: string, needle: string): TextRange[] {
  const hits: TextRange[] = []
  for (let at = folded.indexOf(needle); at !== -1; at = folded.indexOf(needle, at + needle.length)) {
    hits.push({ start: at, end: at + needle.length })
  }
  return hits
}

function merge(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push({ ...range })
    else last.end = Math.max(last.end, range.end)
  }
  return merged
}

/**
 * Ranges of `text` that match the needles regardless of case and diacritics: sorted, with overlapping and adjacent ones
 * joined.
 */
export function highlightRanges(text: string, needles: readonly string[]): TextRange[] {
  const wanted = needles.map((needle) => foldText(needle.trim())).filter((needle) => needle !== '')
  return wanted.length === 0 ? [] : rangesByFold(text, (folded) => wanted.flatMap((needle) => hitsOf(folded, needle)))
}

/** Ranges of `text` whose folded form is found: sorted, with overlapping and adjacent ones joined. */
export function rangesByFold(text: string, find: (folded: string) => readonly TextRange[]): TextRange[] {
  const { folded, origins } = foldWithOrigins(text)
  // Uses the next character's start, not this one's end, because combining marks fold to nothing and belong to the
  // match.
  const endOf = (last: number): number => Math.max(origins[last]?.end ?? 0, origins[last + 1]?.start ?? text.length)
  return merge(find(folded).map(({ start, end }) => ({ start: origins[start]?.start ?? 0, end: endOf(end - 1) })))
}
