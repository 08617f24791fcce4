import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { readText } from '@/lib/client/read-table/read-source'
import { maskIdentifier } from '@/lib/domain/identifiers/identifiers'
import { nipOf, peselOf } from '@/lib/testing/identifiers'

import { ImportDocument } from '../judge/import-document'
import { identifierKey, type KnownMonitor } from '../judge/known-monitors'
import { countActions, planReconcile } from './reconcile-plan'

const TAG = 'kontrahenci'
function rowsOf(indexes: readonly number[], known: readonly KnownMonitor[]) {
  const result = readText(['NIP', ...indexes.map(nipOf)].join('\n'))
  const document = new ImportDocument()
  if (result.ok) document.load(result.table)
  document.setMonitors(known)
  return document
}
const monitor = (index: number, tags: readonly string[]): KnownMonitor => ({
  id: `m${index}`,
  type: 'nip',
  value: nipOf(index),
  label: null,
  tags,
})

it('plans rows to add, tag, remove, untag and leave unchanged', () => {
  const known = [monitor(1, [TAG]), monitor(2, ['inny']), monitor(3, [TAG]), monitor(4, [TAG, 'inny']), monitor(5, [])]
  const document = rowsOf([1, 2, 6], known)
  const actions = (deletesShared: boolean) =>
    planReconcile(document.rows, document.known, { tag: TAG, deletesShared }).map(({ action, value }) => [
      action,
      value,
    ])
  expect(actions(false)).toEqual([
    ['same', nipOf(1)],
    ['tag', nipOf(2)],
    ['add', nipOf(6)],
    ['remove', nipOf(3)],
    ['untag', nipOf(4)],
  ])
  expect(actions(true)).toContainEqual(['remove', nipOf(4)])
})

it('leaves the tag on exactly the subjects of the list', () => {
  const index = fc.nat(30)
  const monitors = fc.uniqueArray(fc.tuple(index, fc.subarray([TAG, 'a', 'b'])), { selector: ([at]) => at })
  fc.assert(
    fc.property(fc.uniqueArray(index), monitors, fc.boolean(), (list, existing, deletesShared) => {
      const known = existing.map(([at, tags]) => monitor(at, tags))
      const document = rowsOf(list, known)
      const plan = planReconcile(document.rows, document.known, { tag: TAG, deletesShared })
      const tagged = new Set(
        known.filter(({ tags }) => tags.includes(TAG)).map(({ type, value }) => identifierKey(type, value)),
      )
      for (const { action, type, value } of plan) {
        if (action === 'add' || action === 'tag') tagged.add(identifierKey(type, value))
        if (action === 'remove' || action === 'untag') tagged.delete(identifierKey(type, value))
      }
      expect([...tagged].sort()).toEqual(list.map((at) => identifierKey('nip', nipOf(at))).sort())
      expect(Object.values(countActions(plan)).reduce((sum, count) => sum + count, 0)).toBe(plan.length)
    }),
  )
})

it('does not confuse persons and removes none before their numbers were queried', () => {
  const masked = maskIdentifier('pesel', peselOf(1))
  const person = (id: string): KnownMonitor => ({ id, type: 'pesel', value: masked, label: null, tags: [TAG] })
  const result = readText(`PESEL\n${peselOf(1)}`)
  const document = new ImportDocument()
  if (result.ok) document.load(result.table)
  document.setMonitors([person('same'), person('other')])
  expect(document.personsToRequest()).toEqual([peselOf(1)])
  document.setPersons([{ value: peselOf(1), id: 'same' }])
  expect(document.personsToRequest()).toEqual([])
  const plan = planReconcile(document.rows, document.known, { tag: TAG, deletesShared: false })
  expect(plan.map(({ action, id }) => [action, id])).toEqual([
    ['same', 'same'],
    ['remove', 'other'],
  ])
})
