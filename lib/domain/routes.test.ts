import { expect, it } from 'vitest'

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
  ['', '/'],
  [null, '/'],
  [undefined, '/'],
])('returns only to the panel itself: %s', (from, path) => {
  expect(safeReturnPath(from)).toBe(path)
})

it.each([
  ['en-GB,en;q=0.9,pl;q=0.8', 'en'],
  ['de,pl;q=0.7,en;q=0.9', 'en'],
  ['de-DE', undefined],
  ['en;q=0,pl;q=0.1', 'pl'],
  ['', undefined],
])('Accept-Language %s', (header, locale) => {
  expect(matchAcceptLanguage(header)).toBe(locale)
})
