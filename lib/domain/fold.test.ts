import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { foldLine, foldText, highlightRanges, includesWords, searchWords } from '@/lib/domain/fold'
import { caseText } from '@/lib/testing/cases/case-file'

const highlightedParts = (text: string, needles: string[]): string[] =>
  highlightRanges(text, needles).map(({ start, end }) => text.slice(start, end))

describe('foldText', () => {
  it('drops case and every Polish diacritic', () => {
    expect(foldText('ZAŻÓŁĆ GĘŚLĄ JAŹŃ')).toBe('zazolc gesla jazn')
    expect(foldText('zażółć gęślą jaźń')).toBe('zazolc gesla jazn')
  })

  it('treats composed and decomposed letters alike, and is idempotent', () => {
    fc.assert(fc.property(fc.string(), (text) => foldText(foldText(text)) === foldText(text.normalize('NFD'))))
  })
})

// Case E03 of lib/testing/cases/README.md
describe('keywords from Word and PDF', () => {
  const plain = ['e-learning', 'e-learning', 'oswietlenie', '"orlik"', 'filtry', 'm2', 'kosiarka']
  const spellings = caseText('E03-keywords-from-word', 'slowa.txt')
    .split('\n')
    .filter((line) => line !== '')

  it.each(spellings.map((word, at) => [word, plain[at] ?? '']))(
    '%s is folded to %s, and each finds the other',
    (word, folded) => {
      expect(foldLine(word)).toBe(folded)
      expect(includesWords(foldText(`Dostawa: ${word}, etap 2`), searchWords(folded))).toBe(true)
      expect(includesWords(foldText(`Dostawa: ${folded}, etap 2`), searchWords(word))).toBe(true)
    },
  )

  it('are highlighted', () => {
    expect(
      highlightedParts('Kurs e\u2011learning, oświe\u00ADtlenie 3 m²', ['e-learning', 'oświetlenie', 'm2']),
    ).toEqual(['e\u2011learning', 'oświe\u00ADtlenie', 'm²'])
  })
})

describe('words', () => {
  const finds = (text: string, query: string) => includesWords(foldText(text), searchWords(query))

  it.each([
    ['Łódź-Trans sp. z o.o.', 'lodz trans', true],
    ['Łódź Trans', 'TRANS-łódź', true],
    ['Łódź-Trans', 'lodz transport', false],
    ['Kwiaty & Spółka', '&', true],
    ['Kwiaty - Spółka', '-', true],
    ['1000 kwiatów', '100%', false],
    ['Kwiaty', '&', false],
    ['Kwiaty', '  ', true],
  ])('%j with %j: %s', (text, query, found) => {
    expect(finds(text, query)).toBe(found)
  })

  it('finds every text by any part of it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ą', 'Ł', '-', ' ', '.', '7', '\n') })
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (all, from, length) => finds(all, all.slice(from, from + length))),
      {
        seed: 7,
      },
    )
  })
})

describe('highlightRanges', () => {
  it.each([
    ['Budowa drogi gminnej', ['DROGI'], ['drogi']],
    ['Łódź i łodzie', ['lodz'], ['Łódź', 'łodz']],
    ['kanalizacja sanitarna', ['kanal', 'nalizacja'], ['kanalizacja']],
    ['aaaa', ['aa'], ['aaaa']],
    ['Z\u0301ro\u0301d\u0142o i z\u0301ro\u0301', ['zro'], ['Z\u0301ro\u0301', 'z\u0301ro\u0301']],
    ['😀 szpital 😀', ['szpital'], ['szpital']],
    ['tekst', ['', ' '], []],
    ['tekst', ['brak'], []],
  ])('%j with %j', (text, needles, hits) => {
    expect(highlightedParts(text, needles)).toEqual(hits)
  })

  it('highlights exactly the texts that contain the needle when folded', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'ą', 'L', 'Ł', 'ó', ' ', '😀', '\u0301') })
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[alo]{1,2}$/), (text, needle) => {
        const hits = highlightRanges(text, [needle])
        expect(hits.length > 0).toBe(foldText(text).includes(needle))
        for (const { start, end } of hits) expect(foldText(text.slice(start, end))).toContain(needle)
      }),
    )
  })
})
