import { expect, it } from 'vitest'

import companies from '@/messages/pl/companies.json'

import { everyField, type RecordLabels, recordFields } from './record-fields'
import { subjectRecord } from './records'

it('lists each field of a record once', () => {
  const names = recordFields.map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(subjectRecord.shape).toSorted())
})

it('does not compile when a field is missing', () => {
  const incompleteLists = () => {
    // @ts-expect-error the list has only one of the fields
    everyField([{ name: 'name', kind: 'text' }])
    const { share_capital_pln: omitted, ...others } = companies.facts
    // @ts-expect-error one of the labels is missing
    const labels: RecordLabels = { ...others, krs: 'KRS', nip: 'NIP', regon: 'REGON' }
    return [omitted, labels]
  }
  expect(incompleteLists).toBeTypeOf('function')
})
