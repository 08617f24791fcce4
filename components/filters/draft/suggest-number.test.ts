import { expect, it } from 'vitest'

import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import vectors from '@/lib/domain/testdata/identifier-vectors.json' with { type: 'json' }

import { suggestNumber } from './suggest-number'

it.each([
  ['krs', '000002886O', '0000028860'],
  ['krs', 'KRS: O000028860', '0000028860'],
  ['nip', '774OOO1454', '7740001454'],
  ['nip', 'PL 774-0OO-14-54', '7740001454'],
  ['nip', 'PLPL7740001454', '7740001454'],
  ['nip', '７７４OOO１４５４', '7740001454'],
  ['nip', '7740001454,00', '7740001454'],
  ['nip', '7.740001454E9', '7740001454'],
  ['krs', '28860.0', '0000028860'],
  ['regon', 'l47315920', '147315920'],
  ['regon', '12100784', '012100784'],
  ['pesel', '7283l500114', '72831500114'],
  ['pesel', '4022912341', '04022912341'],
  ['subject_id', '67656271cd4b453aa73ba6e99c0ffee0', '67656271-cd4b-453a-a73b-a6e99c0ffee0'],
  ['subject_id', '[67656271-cd4b-453a-a73b-a6e99cOffeeO]', '67656271-cd4b-453a-a73b-a6e99c0ffee0'],
] as const)('suggests the probable value: %s %s', (list, text, suggestion) => {
  expect(checkIdentifier(list, text).ok).toBe(false)
  expect(suggestNumber(list, text)).toBe(suggestion)
})

it.each([
  ['nip', 'DE7740001454'],
  ['nip', '7740001455'],
  ['nip', 'Olio'],
  ['krs', '28.860'],
  ['krs', '1,5E+4'],
  ['krs', 'KRS'],
  ['krs', '0000028860/1'],
  ['pesel', '96822800'],
  ['subject_id', '0000028860'],
] as const)('suggests nothing for %s %s', (list, text) => {
  expect(suggestNumber(list, text)).toBeUndefined()
})

it('suggests only valid values', () => {
  for (const list of ['nip', 'regon', 'pesel', 'krs', 'subject_id'] as const)
    for (const [text = ''] of vectors[list].invalid) {
      const offered = suggestNumber(list, text)
      if (offered !== undefined) expect(checkIdentifier(list, offered)).toEqual({ ok: true, value: offered })
    }
})
