import { expect, it } from 'vitest'

import { createUnsealCache } from './unseal-cache'

it('the cache is valid until a secret is removed or added', () => {
  const cacheFor = createUnsealCache(3)
  cacheFor(['new', 'old']).set('cookie', 'session')
  expect(cacheFor(['new', 'old']).get('cookie')).toBe('session')
  expect(cacheFor(['new']).get('cookie')).toBeUndefined()
  cacheFor(['new']).set('cookie', 'session')
  expect(cacheFor(['newer', 'new']).get('cookie')).toBeUndefined()
})

it('the cache is cleared when it reaches its maximum size', () => {
  const cacheFor = createUnsealCache(3)
  for (const cookie of ['a', 'b', 'c']) cacheFor(['s']).set(cookie, cookie)
  expect(cacheFor(['s']).size).toBe(0)
})
