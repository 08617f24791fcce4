import { expect, it } from 'vitest'

import { showAccount } from './shown-account'

it.each([
  ['10101010230000261395100000', '10 1010 1023 0000 2613 9510 0000'],
  ['PL10', 'PL10'],
  ['', ''],
])('prints %j as %j', (account, shown) => expect(showAccount(account)).toBe(shown))
