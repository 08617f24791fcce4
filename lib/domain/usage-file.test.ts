import { expect, it } from 'vitest'

import { type CapChangeLine, capChangesCsv, plnText } from './usage-file'

const change: CapChangeLine = {
  number: 2,
  at: '2026-11-20T23:30:00.000Z',
  source: 'panel',
  actor: 'owner@example.test',
  from_pln: null,
  to_pln: 300,
  reason: '=HYPERLINK("http://evil.test")',
  overage_units: 23,
  overage_grosz: 184,
}

it('writes changes of the cap for a Polish spreadsheet, on Warsaw’s clock, and lets no reason become a formula', () => {
  const [header, first, second, ...rest] = capChangesCsv([
    change,
    { ...change, number: 1, source: 'outside', actor: null, reason: null, overage_units: null, overage_grosz: null },
  ]).split('\r\n')
  expect(header).toBe('\uFEFFnumer;kiedy;kto;zrodlo;z_pln;na_pln;powod;nadwyzka_jednostki;nadwyzka_grosze;nadwyzka_pln')
  expect(first).toBe(
    `2;2026-11-21 00:30;owner@example.test;panel;domyślny;300;"'=HYPERLINK(""http://evil.test"")";23;184;"1,84"`,
  )
  expect(second).toBe('1;2026-11-21 00:30;;poza panelem;domyślny;300;;;;')
  expect(rest).toEqual([''])
})

it.each([
  [0, '0,00'],
  [5, '0,05'],
  [-1234, '-12,34'],
  [null, undefined],
  [1.5, undefined],
])('writes %s grosz as %s', (grosz, text) => expect(plnText(grosz)).toBe(text))
