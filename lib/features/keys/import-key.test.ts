import { expect, it } from 'vitest'

import { deriveImportSeal } from './import-key'

it('an import key is the same for one user and differs for other users and secrets', () => {
  const userKey = deriveImportSeal('secret', 'user')
  expect(userKey).toEqual(deriveImportSeal('secret', 'user'))
  expect(userKey.key).toMatch(/^[0-9a-f]{64}$/)
  const others = [deriveImportSeal('secret', 'other'), deriveImportSeal('another', 'user')]
  expect(others.map(({ key }) => key)).not.toContain(userKey.key)
  expect(others.map(({ owner }) => owner)).not.toContain(userKey.owner)
})
