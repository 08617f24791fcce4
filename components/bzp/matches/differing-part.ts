interface TextPair {
  readonly before: string
  readonly after: string
}

/** The number of words shown around a difference. */
const AROUND = 4
const LONG = 120

export function differingPart(pair: TextPair): TextPair {
  if (pair.before.length <= LONG && pair.after.length <= LONG) return pair
  const [was, is] = [pair.before.split(/\s+/), pair.after.split(/\s+/)]
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was[start] === is[start]) start += 1
  let end = 0
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const from = Math.max(0, start - AROUND)
  const cut = Math.max(0, end - AROUND)
  const part = (words: readonly string[]) =>
    `${from > 0 ? '… ' : ''}${words.slice(from, words.length - cut).join(' ')}${cut > 0 ? ' …' : ''}`
  return { before: part(was), after: part(is) }
}
