import { expect, it } from 'vitest'

import type { SearchHit } from '@/lib/contract/records'

import { watchedNumber } from './watched-number'

const hit = (overrides: Partial<SearchHit>): SearchHit => ({
  id: '00000000-0000-4000-8000-000000000001',
  krs: null,
  nip: null,
  regon: null,
  name: 'X',
  status: 'active',
  legal_form: null,
  city: null,
  ...overrides,
})

it.each([
  [hit({ krs: '0000028860', nip: '5261040828' }), '0000028860', ['krs', '0000028860']],
  [hit({ nip: '5261040828' }), '5261040828', ['nip', '5261040828']],
  [hit({}), '123456785', ['subject_id', '00000000-0000-4000-8000-000000000001']],
  [null, '0000028860', ['krs', '0000028860']],
  [null, '5261040828', ['nip', '5261040828']],
  [null, '123456785', undefined],
])('watches company %j on the page of number %s by %j', (company, number, watched) => {
  const result = watchedNumber({ company, number })
  expect(result && [result.identifier_type, result.identifier_value]).toEqual(watched)
})
