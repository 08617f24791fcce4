import { expect, it } from 'vitest'

import { detailsOf } from '@/lib/domain/registers/register-rows'

import type { LoadedPage } from '../list/loaded-list'
import { listTableFile } from './list-table-file'

const page: LoadedPage = {
  id: 'p',
  page: 0,
  asked_at: '2026-11-20T10:00:00.000Z',
  asked_by: 'owner@demo.test',
  request_id: 'req-1',
  units: 1,
  sha256: '',
  rows: [],
  total: 1,
}

it('contains every field of the details and the source of each row', () => {
  const fields = { number: 'DZP 1/2026', parties: ['A S.A.', 'B S.A.'], fined: true, appealed: false }
  const row = { key: 'p-0', pageId: 'p', index: 0, fields }
  const { columns, rows } = listTableFile('uokik', [{ row, page, query: 'q=a', monitors: 'dostawca' }])
  const [saved = []] = [...rows]
  const cells = Object.fromEntries(columns.map(({ name }, index) => [name, saved[index]]))
  expect(cells).toMatchObject({
    numer: 'DZP 1/2026',
    uczestnicy: 'A S.A.; B S.A.',
    kara: 'tak',
    odwolanie: 'nie',
    praktyka: '',
    monitory: 'dostawca',
    zapytanie: 'q=a',
    pobrano: '2026-11-20T10:00:00.000Z',
    numer_zapytania: 'req-1',
  })
  expect(columns).toHaveLength(detailsOf('uokik').length + 4)
})

it('keeps amounts as received', () => {
  const row = { key: 'p-0', pageId: 'p', index: 0, fields: { gross_value_pln: '1000.50', beneficiary_nip: '0123' } }
  const { columns, rows } = listTableFile('sudop', [{ row, page: undefined, query: '', monitors: '' }])
  const [saved = []] = [...rows]
  const cellOf = (name: string) => saved[columns.findIndex((column) => column.name === name)]
  expect([cellOf('wartosc_brutto_pln'), cellOf('nip_beneficjenta'), cellOf('pobrano')]).toEqual(['1000.50', '0123', ''])
})
