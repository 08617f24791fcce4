import { expect, it } from 'vitest'

import { krsFieldKey } from '@/lib/domain/registers/krs-field-words'

import { KRS_FIELDS } from './krs-fields'

it.each(Object.values(KRS_FIELDS))('the panel has a label for the field %s', (field) => {
  expect(krsFieldKey(field)).toBeDefined()
})
