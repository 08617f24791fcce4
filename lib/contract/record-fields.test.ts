import { expect, it } from 'vitest'

import papers from '@/messages/pl/papers.json'

import { everyField, type RecordLabels, recordFields } from './record-fields'
import { subjectRecord } from './records'

it('lists each field of a record once', () => {
  const names = recordFields.map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(subjectRecord.shape).toSorted())
})

it('does not compile when a field is missing', () => {
  const forgetful = () => {
    // @ts-expect-error the list has one field of all
    everyField([{ name: 'name', kind: 'text' }])
    const { share_capital_pln: forgotten, ...others } = papers.evidence.record
    // @ts-expect-error the evidence file does not say one of them
    const labels: RecordLabels = others
    return [forgotten, labels]
  }
  expect(forgetful).toBeTypeOf('function')
})
