import { expect, it } from 'vitest'

import { roles } from './roles'
import { maySpend, readSpendingRoles } from './spending'

it.each([
  [null, ['owner', 'compliance']],
  ['["owner","finance"]', ['owner', 'finance']],
  ['["viewer"]', ['owner', 'viewer']],
  ['[]', ['owner']],
  ['["owner","owner","admin",7,null]', ['owner', 'owner']],
  ['{"owner":true}', ['owner']],
  ['"compliance"', ['owner']],
  ['', ['owner']],
  ['[', ['owner']],
])('the stored value %j lets these roles spend: %j', (stored, expectedRoles) => {
  expect(readSpendingRoles(stored)).toEqual(expectedRoles)
  for (const role of roles) expect(maySpend(role, stored)).toBe(expectedRoles.includes(role))
})
