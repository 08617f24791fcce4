import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { foldText } from '@/lib/domain/fold'

import { isSamePolishWord, polishStems } from './polish-stems'

const wordsOf = (line: string) => line.split(' ')
const linesOf = (name: string) =>
  readFileSync(new URL(`../../testing/words/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
/** A plain form and inflected ones, a word a line. */
const sameWords = linesOf('forms')
/** Two words a line. */
const differentWords = linesOf('look-alikes')

it('finds 99 of 100 forms of the words of tender notices, by any other form', () => {
  const pairs = sameWords.map(wordsOf).flatMap((forms) => forms.flatMap((a) => forms.map((b) => [a, b] as const)))
  const plain = sameWords.map(wordsOf).flatMap(([word = '', ...forms]) => forms.map((form) => [word, form] as const))
  const missed = (list: readonly (readonly [string, string])[]) =>
    list.filter(([a, b]) => !isSamePolishWord(foldText(a), foldText(b))).map((pair) => pair.join(' '))
  expect(plain.length).toBeGreaterThan(600)
  expect(missed(plain)).toEqual(['gniazdo gnieździe', 'krew krwi', 'krew krwią'])
  expect(missed(pairs).length).toBeLessThan(pairs.length / 50)
})

it('does not confuse words that look alike', () => {
  expect(differentWords.length).toBeGreaterThan(100)
  const confused = differentWords.filter((line) => {
    const [a = '', b = ''] = wordsOf(line).map(foldText)
    return isSamePolishWord(a, b)
  })
  expect(confused).toEqual(['stal stało'])
})

it.each([
  ['drodze', ['drodz', 'drog']],
  ['budynek', ['budynek', 'budynk']],
  ['systemem', ['system', 'systemem']],
  ['kolei', ['kolej']],
])('the stems of %s are %j', (word, stems) => {
  expect(polishStems(word)).toEqual(stems)
})

it('leaves short words, numbers and other texts whole', () => {
  for (const text of ['pv', 'na', '2026', 'm2', '', '%', '🚧', 'שלום']) expect(polishStems(text)).toEqual([text])
})
