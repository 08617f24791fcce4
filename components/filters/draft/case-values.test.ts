import { describe, expect, it } from 'vitest'

import { caseText } from '@/lib/testing/cases/case-file'
import { nipOf } from '@/lib/testing/identifiers'

import { checkValue } from './list-values'

const linesOf = (folder: string, name: string) =>
  caseText(folder, name)
    .split('\n')
    .filter((line) => line !== '')

describe('filter lists', () => {
  // Case A08 of lib/testing/cases/README.md
  it('accept numbers with direction marks', () => {
    const [first = '', second = '', third = ''] = linesOf('A08-bidi-marks', 'wklej.txt')
    expect([first, second, third].map((text) => checkValue('nip', text))).toEqual(
      ['7816604875', '7749141777', '7810115247'].map((value) => ({ ok: true, value })),
    )
  })

  // Case A17 of lib/testing/cases/README.md
  it('accept a NIP with words around it', () => {
    for (const line of linesOf('A17-nip-with-words', 'nipy.txt')) expect(checkValue('nip', line).ok, line).toBe(true)
  })

  // Case A20 of lib/testing/cases/README.md
  it('accept a REGON in every form and suggest the zero that a spreadsheet removed', () => {
    const forms = linesOf('A20-regon-forms', 'regony.txt').map((line) => checkValue('regon', line))
    expect(forms.map((check) => check.ok && check.value)).toEqual([
      '291417770',
      '291417770',
      '01152449900013',
      '398259790',
      '341672110',
      '945807308',
    ])
    expect(checkValue('regon', '11524499')).toMatchObject({ ok: false, suggestion: '011524499' })
    expect(checkValue('regon', '1152449900013')).toMatchObject({ ok: false, suggestion: '01152449900013' })
  })

  it.each([
    ['krs', nipOf(1), 'is_nip'],
    ['nip', '0000028860', 'prefix'],
    ['nip', 'DE811907980', 'eu'],
    ['nip', 'CH123456789', 'foreign'],
    ['nip', '2026-11-25', 'date'],
    ['nip', 'brak', 'none'],
    ['nip', `faktura ${nipOf(1)}`, 'words'],
    ['nip', '7816604876', 'checksum'],
  ] as const)('report in the list %s that %s has the fault %s', (list, text, error) => {
    expect(checkValue(list, text)).toMatchObject({ ok: false, error })
  })
})
