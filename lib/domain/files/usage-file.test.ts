import { expect, it } from 'vitest'

import { tableCsv } from './table-csv'
import { type CapChangeLine, capChangesTable } from './usage-file'

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

it('writes cap changes for a Polish spreadsheet in Warsaw time, numbers only in amount columns, and no reason as a formula', () => {
  const [header, first, second, ...rest] = tableCsv(
    capChangesTable([
      change,
      { ...change, number: 1, source: 'outside', actor: null, reason: null, overage_units: null, overage_grosz: null },
    ]),
  ).split('\r\n')
  expect(header).toBe(
    '\uFEFFnumer;kiedy;kto;zrodlo;z_pln;z_rodzaj;na_pln;na_rodzaj;powod;nadwyzka_jednostki;nadwyzka_grosze;nadwyzka_pln',
  )
  expect(first).toBe(
    `2;2026-11-21 00:30:00;owner@example.test;panel;1000;domyślny;300;własny;"'=HYPERLINK(""http://evil.test"")";23;184;"1,84"`,
  )
  expect(second).toBe('1;2026-11-21 00:30:00;;poza panelem;1000;domyślny;300;własny;;;;')
  expect(rest).toEqual([''])
})
