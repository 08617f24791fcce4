import { expect, it } from 'vitest'

import { companyNumberIn } from './company-number'

it.each([
  ['KRS 0000028860', '0000028860'],
  ['KRS: 28860', '0000028860'],
  ['0000028860', '0000028860'],
  ['NIP 774-00-01-454', '7740001454'],
  ['7740001454', '7740001454'],
  ['REGON 610188201', '610188201'],
  ['610188201', '610188201'],
  ['NIP 0000028860', undefined],
  ['Company No. 12345678', undefined],
  ['12345', undefined],
  ['', undefined],
])('reads %j as the company number %s', (text, number) => {
  expect(companyNumberIn(text)).toBe(number)
})
