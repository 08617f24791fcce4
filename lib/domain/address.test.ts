import { expect, it } from 'vitest'

import { toParams } from './address'

it('keeps single, repeated and absent values', () => {
  const params = toParams({ q: ['a b', 'ł&='], type: 'Works', empty: '', none: undefined })
  expect(params.getAll('q')).toEqual(['a b', 'ł&='])
  expect(params.get('type')).toBe('Works')
  expect(params.has('empty')).toBe(true)
  expect(params.has('none')).toBe(false)
})
