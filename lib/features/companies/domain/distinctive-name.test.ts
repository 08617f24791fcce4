import { describe, expect, it } from 'vitest'

import { distinctiveName } from './distinctive-name'

describe('distinctiveName', () => {
  it.each([
    ['ŻARIDAN GEODEZJA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', 'ŻARIDAN GEODEZJA'],
    ['Baltorim S.A.', 'Baltorim'],
    ['Delta sp. z o.o. sp. k.', 'Delta'],
    ['Delta Spółka z ograniczoną odpowiedzialnością spółka komandytowa', 'Delta'],
    ['GROMYTEX SP. Z O.O. W LIKWIDACJI', 'GROMYTEX'],
    ['FUNDACJA POMOC', 'FUNDACJA POMOC'],
    // A name that consists of a legal form only is not shortened.
    ['S.A.', 'S.A.'],
    ['', ''],
  ])('of %s is %s', (name, distinctive) => {
    expect(distinctiveName(name)).toBe(distinctive)
  })
})
