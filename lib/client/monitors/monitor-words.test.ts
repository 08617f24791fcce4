import { expect, it } from 'vitest'

import { monitorWords } from './monitor-words'

const monitor = {
  id: '1',
  identifier_type: 'krs',
  identifier_value: '0000123456',
  label: 'Nasz dostawca',
  subject_name: 'ALFA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
} as const

it('names a monitor by its name in the register, otherwise by its label', () => {
  expect(monitorWords(monitor)).toEqual({ name: 'ALFA sp. z o.o.', note: 'KRS 0000123456' })
  expect(monitorWords({ ...monitor, subject_name: null }).name).toBe('Nasz dostawca')
  expect(monitorWords({ ...monitor, subject_name: null, label: null }).name).toBeUndefined()
})

it('shows only the type of a personal number, and no number for a monitor by filter', () => {
  const person = { ...monitor, identifier_type: 'pesel', identifier_value: '85••••••34' } as const
  expect(monitorWords(person).note).toBe('PESEL')
  expect(monitorWords({ ...monitor, identifier_type: null, identifier_value: null }).note).toBeUndefined()
})
