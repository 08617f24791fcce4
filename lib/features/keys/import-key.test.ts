import { expect, it } from 'vitest'

import { importKeyOf } from './import-key'

it('is the same for a user at any time, and another for anybody else', () => {
  const own = importKeyOf('secret', 'user')
  expect(own).toEqual(importKeyOf('secret', 'user'))
  expect(own.key).toMatch(/^[0-9a-f]{64}$/)
  const others = [importKeyOf('secret', 'other'), importKeyOf('another', 'user')]
  expect(others.map(({ key }) => key)).not.toContain(own.key)
  expect(others.map(({ owner }) => owner)).not.toContain(own.owner)
})
