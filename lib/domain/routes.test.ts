import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { rounds, seedFor } from '@/lib/testing/rounds'

import { matchAcceptLanguage } from './format/locales'
import { safeReturnPath } from './routes'

it.each([
  ['/monitors?tag=a#x', '/monitors?tag=a#x'],
  ['/', '/'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['/\t/evil.test', '/'],
  ['https://evil.test', '/'],
  ['/sign-in?from=/', '/'],
  ['/.//evil.test', '/'],
  ['/././/evil.test', '/'],
  ['/x/..//evil.test', '/'],
  ['/.\\/evil.test', '/'],
  ['/./\\evil.test', '/'],
  ['/%2e//evil.test', '/'],
  ['/%2e%2e//evil.test', '/'],
  ['/\t/.//evil.test', '/'],
  ['/.//user@evil.test', '/'],
  ['/./monitors', '/monitors'],
  ['/monitors?next=//evil.test', '/monitors?next=//evil.test'],
  ['', '/'],
  [null, '/'],
  [undefined, '/'],
])('returns only to paths of the panel itself: %s', (from, path) => {
  expect(safeReturnPath(from)).toBe(path)
})

/** Parts from which deceptive addresses are composed. */
const pieces = [
  '/',
  '//',
  '\\',
  '/.',
  '/./',
  '/..',
  '/../',
  '.',
  '..',
  '%2f',
  '%5c',
  '%2e',
  '%09',
  '\t',
  '\n',
  '\r',
  ' ',
  '\u0000',
  '\u00a0',
  '@',
  ':',
  '?',
  '#',
  ';',
  'http:',
  'https://',
  'javascript:',
  'user:pass@',
  'evil.test',
  '[::1]',
  'panel.invalid',
  'monitors',
  'api',
  'sign-in',
  '／',
  '。',
]

it('never leads to another origin, whatever the address contains', () => {
  const { numRuns, seed } = { numRuns: rounds({ long: 200_000, short: 20_000 }), seed: seedFor('return paths', 12) }
  const spelled = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))
  let acceptedCount = 0
  fc.assert(
    fc.property(spelled, (from) => {
      const path = safeReturnPath(from)
      if (path !== '/') acceptedCount += 1
      for (const panelUrl of ['https://panel.test/sign-in', 'http://127.0.0.1:3000/']) {
        expect(new URL(path, panelUrl).origin).toBe(new URL(panelUrl).origin)
      }
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(safeReturnPath(path)).toBe(path)
    }),
    { numRuns, seed },
  )
  expect(acceptedCount).toBeGreaterThan(100)
})

it.each([
  ['en-GB,en;q=0.9,pl;q=0.8', 'en'],
  ['de,pl;q=0.7,en;q=0.9', 'en'],
  ['de-DE', undefined],
  ['en;q=0,pl;q=0.1', 'pl'],
  ['', undefined],
])('matches the locale of Accept-Language %s', (header, locale) => {
  expect(matchAcceptLanguage(header)).toBe(locale)
})
