interface TextPair {
  readonly before: string
  readonly after: string
}

/** The number of words shown around a difference. */
const CONTEXT_WORDS = 4
const MAX_SHORT_LENGTH = 120

export function differingPart(pair: TextPair): TextPair {
  if (pair.before.length <= MAX_SHORT_LENGTH && pair.after.length <= MAX_SHORT_LENGTH) return pair
  const [wordsBefore, wordsAfter] = [pair.before.split(/\s+/), pair.after.split(/\s+/)]
  const shorter = Math.min(wordsBefore.length, wordsAfter.length)
  let start = 0
  while (start < shorter && wordsBefore[start] === wordsAfter[start]) start += 1
  let end = 0
  while (end < shorter - start && wordsBefore.at(-1 - end) === wordsAfter.at(-1 - end)) end += 1
  const from = Math.max(0, start - CONTEXT_WORDS)
  const cut = Math.max(0, end - CONTEXT_WORDS)
  const part = (words: readonly string[]) =>
    `${from > 0 ? '… ' : ''}${words.slice(from, words.length - cut).join(' ')}${cut > 0 ? ' …' : ''}`
  return { before: part(wordsBefore), after: part(wordsAfter) }
}
