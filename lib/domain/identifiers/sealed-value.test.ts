import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { readSealed, writeSealed } from './sealed-value'

it('reads what it writes, whatever the masked text holds', () => {
  const token = fc.stringMatching(/^[\w-]{20,60}$/)
  fc.assert(
    fc.property(token, fc.string(), (given, shown) => {
      expect(readSealed(writeSealed({ token: given, shown }))).toEqual({ token: given, shown })
    }),
  )
})

it.each(['', '44051401359', 'sealed:', 'sealed:short:44•••••••59', 'Sealed Air sp. z o.o.'])(
  'leaves %j alone',
  (text) => {
    expect(readSealed(text)).toBeUndefined()
  },
)
