import { expect, it } from 'vitest'

import { distinctiveWords } from './distinctive-words'

it.each([
  ['Modernizacja kotłowni o mocy 90 kW na Stadionie Syrena w Żarach', ['kotłown']],
  ['Zimowe utrzymanie dróg oraz ciągów pieszych na terenie gminy Międzyrzecz', ['zimow', 'utrzyman', 'piesz']],
  ['Dostawa', []],
  ['', []],
])('finds the distinctive words of %s', (title, words) => {
  expect(distinctiveWords(title)).toEqual(words)
})
