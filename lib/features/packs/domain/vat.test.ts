import { expect, it } from 'vitest'

import { vatOn } from './vat'

it.each([
  [0, 23, 0],
  [100, 23, 23],
  [50, 23, 12],
  [150, 5, 8],
  [17_450, 23, 4014],
  [17_450, 0, 0],
])('VAT on %s grosz at %s%% is %s grosz', (net, percent, vat) => expect(vatOn(net, percent)).toBe(vat))
