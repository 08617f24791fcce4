import { expect, it } from 'vitest'

import { companyNumberOf } from './company-number'

const of = (type: string, value: string, also: readonly { identifier_type: string; identifier_value: string }[] = []) =>
  companyNumberOf({ identifier_type: type, identifier_value: value, also })

it('opens a company by the number of any monitor that reported the event, and no person', () => {
  expect(of('krs', '0000000001')).toBe('0000000001')
  const byNip = { identifier_type: 'nip', identifier_value: '7740001454' }
  expect(of('regon', '123456785', [byNip])).toBe('7740001454')
  expect(of('pesel', '7••••••••••')).toBeUndefined()
  expect(of('krz_signature', 'GD1G/GU/1/2026', [byNip])).toBe('7740001454')
})
