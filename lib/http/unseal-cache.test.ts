import { expect, it } from 'vitest'

import { createUnsealCache } from './unseal-cache'

it('the cache is valid until a secret is removed or added', () => {
  const known = createUnsealCache(3)
  known(['new', 'old']).set('cookie', 'session')
  expect(known(['new', 'old']).get('cookie')).toBe('session')
  expect(known(['new']).get('cookie')).toBeUndefined()
  known(['new']).set('cookie', 'session')
  expect(known(['newer', 'new']).get('cookie')).toBeUndefined()
})

it('the cache is cleared when it reaches its maximum size', () => {
  const known = createUnsealCache(3)
  for (const cookie of ['a', 'b', 'c']) known(['s']).set(cookie, cookie)
  expect(known(['s']).size).toBe(0)
})
