import { expect, it } from 'vitest'

import { importKeyOf } from './import-key'

it('an import key is the same for one user and differs for other users and secrets', () => {
  const userKey = importKeyOf('secret', 'user')
  expect(userKey).toEqual(importKeyOf('secret', 'user'))
  expect(userKey.key).toMatch(/^[0-9a-f]{64}$/)
  const others = [importKeyOf('secret', 'other'), importKeyOf('another', 'user')]
  expect(others.map(({ key }) => key)).not.toContain(userKey.key)
  expect(others.map(({ owner }) => owner)).not.toContain(userKey.owner)
})
