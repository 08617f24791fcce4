import { expect, it } from 'vitest'

import { createUnsealCache } from './unseal-cache'

it('what was opened is known until a secret is taken away or another comes', () => {
  const known = createUnsealCache(3)
  known(['new', 'old']).set('cookie', 'session')
  expect(known(['new', 'old']).get('cookie')).toBe('session')
  expect(known(['new']).get('cookie')).toBeUndefined()
  known(['new']).set('cookie', 'session')
  expect(known(['newer', 'new']).get('cookie')).toBeUndefined()
})

it('no more than so many are known', () => {
  const known = createUnsealCache(3)
  for (const cookie of ['a', 'b', 'c']) known(['s']).set(cookie, cookie)
  expect(known(['s']).size).toBe(0)
})
