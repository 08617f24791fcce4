import { expect, it } from 'vitest'

import { makeSeal } from './seal'

it('opens what it sealed, and nothing under another key', async () => {
  const own = await makeSeal('ab'.repeat(32))
  const other = await makeSeal('cd'.repeat(32))
  const sealed = await own?.seal({ value: '44051401358' })
  expect(sealed && new TextDecoder().decode(sealed.bytes)).not.toContain('44051401358')
  expect(sealed && (await own?.open(sealed))).toEqual({ value: '44051401358' })
  expect(sealed && (await other?.open(sealed))).toBeUndefined()
})
