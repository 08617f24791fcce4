import { expect, it } from 'vitest'

import { splitNames } from './split-names'

it('splits names that were pasted on one line', () => {
  expect(splitNames('Budimex, Mostostal; Skanska')).toEqual(['Budimex', 'Mostostal', 'Skanska'])
  expect(splitNames('Alfa sp. z o.o.; Beta S.A.;')).toEqual(['Alfa sp. z o.o.', 'Beta S.A.'])
  expect(splitNames('Alfa; Alfa')).toEqual(['Alfa'])
})

it.each(['Budimex', 'Transbud Lublin, Sp. z o.o.', 'Gamma S.A., w likwidacji', 'Delta, Inc.', 'Kowalski, 3', ';,'])(
  'does not split %s',
  (text) => expect(splitNames(text)).toBeUndefined(),
)
