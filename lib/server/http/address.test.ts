import { expect, test, vi } from 'vitest'

import { HIDDEN_QUERY_HEADER } from '@/lib/domain/identifiers/personal-query'

vi.mock('server-only', () => ({}))
const { requestUrl } = await import('./checks')

const AT = 'http://panel.test/api/v1/monitors'
const urlFrom = (hidden: string | null, { url = AT, method = 'GET' } = {}) =>
  requestUrl(new Request(url, { method, headers: hidden === null ? {} : { [HIDDEN_QUERY_HEADER]: hidden } }))

test.each([
  ['from the address without the header', { hidden: null, query: '?q=a&limit=5', read: '?q=a&limit=5' }],
  ['from the header if the address has none', { hidden: 'q=44051401359', query: '', read: '?q=44051401359' }],
  [
    'only from the header if both are given',
    { hidden: 'q=44051401359', query: '?q=a&limit=5', read: '?q=44051401359' },
  ],
  ['an empty header is an empty query', { hidden: '', query: '?q=a', read: '' }],
  ['a question mark at its beginning is not doubled', { hidden: '?q=1', query: '', read: '?q=1' }],
  ['escapes stay as they are', { hidden: 'q=%C5%BB%26', query: '', read: '?q=%C5%BB%26' }],
])('requestUrl reads the query: %s', (_what, { hidden, query, read }) => {
  expect(urlFrom(hidden, { url: `${AT}${query}` }).search).toBe(read)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('a %s request ignores the hidden query', (method) => {
  expect(urlFrom('q=44051401359', { method, url: `${AT}?q=a` }).search).toBe('?q=a')
})

test.each(['/../keys', '#/keys', '//other.test/', 'x@other.test/', '\\other'])(
  'a hidden query of %j cannot change the origin or path',
  (hidden) => {
    const { origin, pathname, hash } = urlFrom(hidden)
    expect({ origin, pathname, hash }).toEqual({ origin: 'http://panel.test', pathname: '/api/v1/monitors', hash: '' })
  },
)

test('the path keeps its encoding', () => {
  expect(urlFrom('q=1', { url: 'http://panel.test/api/v1/monitors/a%2Fb' }).pathname).toBe('/api/v1/monitors/a%2Fb')
})
