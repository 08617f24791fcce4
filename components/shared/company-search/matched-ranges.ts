import { readCompanyQuery } from '@/lib/domain/companies/company-name'
import { highlightRanges, type TextRange } from '@/lib/domain/fold'

/** The parts of a name whose words begin with the searched words. A word with a typing error marks nothing. */
export function matchedRanges(name: string, q: string): TextRange[] {
  const { words, rest } = readCompanyQuery(q)
  const wanted = [...new Set([...words, ...rest])]
  return [...name.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const ends = wanted.flatMap((start) => highlightRanges(word, [start]).filter((range) => range.start === 0))
    const end = Math.max(0, ...ends.map((range) => range.end))
    return end === 0 ? [] : [{ start: index, end: index + end }]
  })
}
