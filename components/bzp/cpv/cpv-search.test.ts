import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { cpvPrefix } from '@/lib/domain/cpv'

import { toPairs } from '../filter/dictionary'
import { suggestCpv, toCpvIndex } from './cpv-completion'
import { cpvTerms } from './cpv-terms'

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const readIndex = (name: string) => toCpvIndex(toPairs(JSON.parse(readText(`public/data/${name}.json`))))
const [polish, english] = [readIndex('cpv-pl'), readIndex('cpv-en')]

/** Phrases as bidders type them, each with its branches; CPV names as in data/ATTRIBUTIONS.md. */
const phrases = readText('lib/testing/words/tender-phrases.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.slice(1, -1).split('","'))

const firstThree = (index: typeof polish, phrase: string) => suggestCpv(index, phrase).slice(0, 3)

it('has the branch of 60 phrases among the first three suggestions', () => {
  expect(phrases).toHaveLength(60)
  const missed = phrases.filter(([phrase = '', branches = '']) => {
    const expected = branches.split('|').map(cpvPrefix)
    return !firstThree(polish, phrase).some(({ value, isBranch }) => isBranch && expected.includes(value))
  })
  expect(missed.map(([phrase]) => phrase)).toEqual([])
})

it('suggests within 30 ms for each key, on a usual machine', () => {
  const texts = phrases.flatMap(([phrase = '']) => Array.from(phrase, (_, at) => phrase.slice(0, at + 1)))
  const startedAt = performance.now()
  for (const text of texts) suggestCpv(polish, text)
  expect((performance.now() - startedAt) / texts.length).toBeLessThan(30)
})

it('finds forms, words without diacritics and related words', () => {
  for (const text of ['roboty drogowe', 'budowa drog', 'dróg', 'drogi']) {
    expect(firstThree(polish, text)[0]?.value, text).toBe('45233')
  }
  expect(firstThree(english, 'road works')[0]?.value).toBe('45233')
  expect(firstThree(english, 'cleaning')[0]?.value).toBe('9091')
  expect(suggestCpv(polish, 'qqqq')).toEqual([])
})

it('knows only listed branches, each term once in a branch', () => {
  const prefixes = new Set(polish.entries.map(({ prefix }) => prefix))
  const unknown = cpvTerms.flatMap(([codes]) => codes.split(' ').filter((code) => !prefixes.has(cpvPrefix(code))))
  expect(unknown).toEqual([])
  for (const [, ...terms] of cpvTerms) expect(new Set(terms).size).toBe(terms.length)
})
