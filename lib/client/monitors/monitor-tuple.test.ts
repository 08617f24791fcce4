import { describe, expect, it } from 'vitest'

import { monitorFields } from '@/lib/features/monitors/contract/fields'
import { monitorTuple } from '@/lib/features/monitors/contract/monitors'

import { type ListedMonitor, toListedMonitor, toTuple } from './monitor-tuple'

const names = monitorFields.map(({ name }) => name)
/** Every field holds its name, so that no two values are equal. */
const monitor: ListedMonitor = {
  ...Object.fromEntries(monitorFields.map(({ name, kind }) => [name, kind === 'texts' ? [name, 'more'] : name])),
  id: 'id',
}
const onTheWire = (row: unknown) => monitorTuple.parse(JSON.parse(JSON.stringify(row)))

describe('a monitor as a row of the stream', () => {
  it('has its values at the positions of earlier page versions: new fields come last', () => {
    const earlierTuple = [
      'id',
      'identifier_type',
      'identifier_value',
      'label',
      ['tags', 'more'],
      'filter_id',
      'subject_name',
      'created_at',
      'last_event_at',
      'last_event_source',
    ]
    expect(toTuple(monitor).slice(0, earlierTuple.length)).toEqual(earlierTuple)
  })

  it('is restored with every field in its place', () => {
    expect(Object.keys(monitor)).toEqual(names)
    expect(new Set(names).size).toBe(names.length)
    expect(toListedMonitor(onTheWire(toTuple(monitor)))).toStrictEqual(monitor)
  })

  it.each([['left out', undefined] as const, ['null', null] as const])(
    'reads a value that is %s as missing',
    (_, value) => {
      const emptyMonitor: ListedMonitor = { ...Object.fromEntries(names.map((name) => [name, value])), id: 'id' }
      const read = toListedMonitor(onTheWire(toTuple(emptyMonitor)))
      expect(Object.keys(read)).toEqual(names)
      const expectedValues = { id: 'id', tags: [] }
      expect(read).toEqual({
        ...Object.fromEntries(names.map((name) => [name, null])),
        ...expectedValues,
        created_at: undefined,
      })
    },
  )
})
