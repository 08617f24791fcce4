import { expect, it } from 'vitest'

import { countIn, wordsIn } from './words'

// Case F06 of lib/testing/cases/README.md
it.each([
  [0, '0 nowych zdarzeń'],
  [1, '1 nowe zdarzenie'],
  [2, '2 nowe zdarzenia'],
  [5, '5 nowych zdarzeń'],
  [12, '12 nowych zdarzeń'],
  [22, '22 nowe zdarzenia'],
  [101, '101 nowych zdarzeń'],
  [112, '112 nowych zdarzeń'],
  [1002, '1\u00A0002 nowe zdarzenia'],
])('%d has the right Polish plural form', (count, text) =>
  expect(wordsIn('pl', 'mails', 'found').say('events', countIn('pl', count))).toBe(text),
)

// Case F06 of lib/testing/cases/README.md
it('a fraction has its own plural form', () => {
  const values = { countNumber: 1.5, count: '1.5' }
  expect(wordsIn('pl', 'mails', 'found').say('events', values)).toBe('1.5 nowego zdarzenia')
  expect(wordsIn('en', 'mails', 'found').say('events', values)).toBe('1.5 new events')
})
