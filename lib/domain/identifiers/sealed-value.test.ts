import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { readSealed, writeSealed } from './sealed-value'

it('reads back what it writes, for any masked text', () => {
  const token = fc.stringMatching(/^[\w-]{20,60}$/)
  fc.assert(
    fc.property(token, fc.string(), (tokenValue, shown) => {
      expect(readSealed(writeSealed({ token: tokenValue, shown }))).toEqual({ token: tokenValue, shown })
    }),
  )
})

it.each(['', '44051401359', 'sealed:', 'sealed:short:44•••••••59', 'Sealed Air sp. z o.o.'])(
  'returns undefined for %j',
  (text) => {
    expect(readSealed(text)).toBeUndefined()
  },
)
