import { describe, expect, it } from 'vitest'

import { caseText } from '@/lib/testing/cases/case-file'

import { judgeAccount, readAccount, formatAccount } from './account'

const VALID = '61109010140000071219812874'

describe('reading an account number', () => {
  it.each([
    VALID,
    '61 1090 1014 0000 0712 1981 2874',
    'PL61 1090 1014 0000 0712 1981 2874',
    'pl61109010140000071219812874',
    ' 61-1090-1014-0000-0712-1981-2874\n',
  ])('accepts %j', (typed) => {
    expect(readAccount(typed)).toEqual({ ok: true, account: VALID })
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['62109010140000071219812874', 'checksum'],
    ['6110901014000007121981287', 'length'],
    [`${VALID}1`, 'length'],
    ['DE89370400440532013000', 'country'],
    ['61109O10140000071219812874', 'characters'],
    ['konto', 'characters'],
  ])('rejects %j: %s', (typed, fault) => {
    expect(readAccount(typed)).toEqual({ ok: false, fault })
  })
})

describe('whether an account is on the white list', () => {
  const subject = { account_numbers: ['61 1090 1014 0000 0712 1981 2874'], has_virtual_accounts: false }

  it('is decided by the number, regardless of its notation', () => {
    expect(judgeAccount(VALID, subject)).toBe('listed')
    expect(judgeAccount(VALID.replace('61', '62'), subject)).toBe('not_listed')
  })

  it('cannot be decided if virtual accounts may contain it, or if the answer has no accounts', () => {
    const other = '27114020040000300201355387'
    expect(judgeAccount(other, { ...subject, has_virtual_accounts: true })).toBe('cannot_tell')
    expect(judgeAccount(VALID, { ...subject, has_virtual_accounts: true })).toBe('listed')
    expect(judgeAccount(VALID, {})).toBe('cannot_tell')
    expect(judgeAccount(VALID, { account_numbers: [], has_virtual_accounts: false })).toBe('not_listed')
  })
})

// Case A09 of lib/testing/cases/README.md
describe('an account number in the notation of invoices, bank tables and spreadsheets', () => {
  const rows = caseText('A09-pdf-hyphens-and-account-forms', 'rachunki-formy.csv').trim().split('\r\n').slice(1)

  it.each(rows.map((row) => row.slice(row.indexOf(';') + 1)))('is read from %s', (text) => {
    expect(readAccount(text)).toEqual({ ok: true, account: '07109010140000000000000001' })
  })
})

it.each([
  ['6,11E+25', 'rounded'],
  ['0,71090E+25', 'rounded'],
  ['6.1109010140000007E25', 'rounded'],
  ['61109010140000000000000000', 'rounded'],
  ['IBAN DE89370400440532013000', 'country'],
  ['za fakturę 07109010140000000000000001', 'characters'],
  ['07109010140000000000000001 / 61109010140000071219812874', 'length'],
])('%s is rejected as account number: %s', (text, fault) => {
  expect(readAccount(text)).toEqual({ ok: false, fault })
})

// Case F01 of lib/testing/cases/README.md
it('an account number is shown in groups that are read back as the same digits', () => {
  expect(formatAccount('61109010140000071219812874')).toBe('61 1090 1014 0000 0712 1981 2874')
  expect(readAccount(formatAccount('61109010140000071219812874'))).toMatchObject({
    account: '61109010140000071219812874',
  })
})
