import { expect, it } from 'vitest'

import { foldLine } from '../fold'
import { keywordTerm, mentions, partTerm, rangesOf } from './text-term'

const find = (keyword: string, text: string) => {
  const line = foldLine(text)
  return rangesOf(keywordTerm(foldLine(keyword)), line).map(({ start, end }) => line.slice(start, end))
}

it.each([
  ['droga', 'Remont dróg i drogi gminnej', ['drog', 'drogi']],
  ['nadzór inwestorski', 'Pełnienie nadzoru inwestorskiego, usługi', ['nadzoru inwestorskiego']],
  ['budowa drogi', '(budowy drogi)', ['budowy drogi']],
  ['budowa dr', 'budowę drogi', ['budowe drogi']],
  ['budowa drogi', 'budowa mostu i drogi', []],
  ['wodno-kanalizacyjna', 'sieci wodno-kanalizacyjnej', ['wodno-kanalizacyjnej']],
  ['ieki', 'ścieki', ['ieki']],
  ['lina', 'linia', []],
  ['"droga"', 'drogami, droga.', ['droga']],
  ['„budowa drogi”', 'Budowa drogi, budowy drogi', ['budowa drogi']],
  ['"', 'szkoła "Pod Dębem"', ['"', '"']],
  ['pv', 'instalacji PV', ['pv']],
  ['100%', '100 km', []],
  ['c++', 'c', []],
])('%s in %s', (keyword, text, found) => {
  expect(find(keyword, text)).toEqual(found)
})

it('finds a part only by its letters', () => {
  expect(mentions(partTerm('droga'), 'remont drog')).toBe(false)
  expect(mentions(partTerm('"droga"'), 'droga')).toBe(false)
})
