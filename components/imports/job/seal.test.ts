import { expect, it } from 'vitest'

import { makeSeal } from './seal'

it('opens its own sealed data and none of another key', async () => {
  const ownSeal = await makeSeal('ab'.repeat(32))
  const other = await makeSeal('cd'.repeat(32))
  const sealed = await ownSeal?.seal({ value: '44051401358' })
  expect(sealed && new TextDecoder().decode(sealed.bytes)).not.toContain('44051401358')
  expect(sealed && (await ownSeal?.open(sealed))).toEqual({ value: '44051401358' })
  expect(sealed && (await other?.open(sealed))).toBeUndefined()
})
