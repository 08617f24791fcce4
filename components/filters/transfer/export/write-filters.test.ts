import { expect, it } from 'vitest'

import { tableCsv } from '@/lib/domain/files/table-csv'

import { emptyDraft, type FilterDraft } from '../../draft/filter-draft'
import { filterFileName, nameOfFile } from '../filters-file'
import { countMasked, filterTable, filtersJson, personalForm } from './write-filters'

const SEALED = 'sealed:abcdefghijklmnopqrstuvwx:44•••••••59'
const draft = (lists: Partial<FilterDraft['content']>): FilterDraft => ({
  name: 'Żółw',
  content: { ...emptyDraft.content, ...lists },
})

it('writes a versioned file with all eight lists and unchanged seals', () => {
  const text = filtersJson([draft({ nip: ['5261040828'], pesel: [SEALED] })], {
    at: new Date('2026-01-02T03:04:05Z'),
    personal: 'sealed',
  })
  expect(JSON.parse(text)).toEqual({
    format: 'business-registers.filters',
    version: 1,
    exported_at: '2026-01-02T03:04:05.000Z',
    personal_numbers: 'sealed',
    filters: [
      {
        name: 'Żółw',
        content: {
          krs: [],
          nip: ['5261040828'],
          regon: [],
          pesel: [SEALED],
          krz_signature: [],
          msig_signature: [],
          name: [],
          subject_id: [],
        },
      },
    ],
  })
  expect(text.endsWith('}\n')).toBe(true)
})

it('writes a table with names, masks without seals, and no cell that a spreadsheet would run', () => {
  const { content } = draft({ nip: ['5261040828', '7740001454'], pesel: [SEALED], name: ['=1+1', '@a;b'] })
  const csv = tableCsv(filterTable(content, (_list, value) => (value === '5261040828' ? '-ORLEN' : undefined)))
  expect(csv).toBe(
    [
      '\uFEFFlist;value;name',
      "nip;5261040828;'-ORLEN",
      'nip;7740001454;',
      'pesel;44•••••••59;',
      "name;'=1+1;",
      `name;"'@a;b";`,
      '',
    ].join('\r\n'),
  )
})

it('reports the form of personal numbers in a file', () => {
  const masked = draft({ name: ['Jan 44•••••••59'], pesel: ['•••'] })
  const sealed = draft({ pesel: [SEALED], nip: ['5261040828'] })
  expect(countMasked([masked, sealed])).toBe(3)
  expect(personalForm([draft({ nip: ['5261040828'] })], false)).toBe('none')
  expect(personalForm([masked], false)).toBe('masked')
  expect(personalForm([masked, sealed], false)).toBe('sealed')
  expect(personalForm([draft({ pesel: ['44051401359'] })], true)).toBe('full')
})

it('finds the filter by the name of its exported file', () => {
  const file = filterFileName('Łódź & „synowie”', 'csv')
  expect(file).toMatch(/^filtr-lodz-synowie-\d{4}-\d\d-\d\d\.csv$/)
  const filterNames = ['Kraków', 'Łódź & „synowie”']
  expect(nameOfFile(file, filterNames)).toBe('Łódź & „synowie”')
  expect(nameOfFile(file.replace('.csv', ' (1).csv'), filterNames)).toBe('Łódź & „synowie”')
  expect(nameOfFile(file, [])).toBe('lodz-synowie')
  expect(nameOfFile('Kontrahenci  2026.XLSX', filterNames)).toBe('Kontrahenci 2026')
})
