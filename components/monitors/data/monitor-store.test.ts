import { describe, expect, it, vi } from 'vitest'

import type { MonitorRecord } from './monitor-record'
import { createMonitorStore } from './monitor-store'

const monitor = (id: string, part: Partial<MonitorRecord> = {}): MonitorRecord => ({
  id,
  tags: [],
  label: null,
  ...part,
})
const filled = (...ids: string[]) => {
  const store = createMonitorStore()
  store.append(
    ids.map((id) => monitor(id)),
    ids.length,
  )
  store.complete(1)
  return store
}
const idsOf = (store: ReturnType<typeof createMonitorStore>) => store.read().entries.map((entry) => entry.monitor.id)

describe('the first load', () => {
  it('adds page by page and no monitor twice, even if one was created meanwhile', () => {
    const store = createMonitorStore()
    store.append([monitor('4'), monitor('3')], 4)
    store.append([monitor('3'), monitor('2')], 5)
    expect(idsOf(store)).toEqual(['4', '3', '2'])
    expect(store.read()).toMatchObject({ total: 5, isComplete: false })
    store.complete(7)
    expect(store.read()).toMatchObject({ total: 3, isComplete: true, readAt: 7 })
  })

  it('keeps the loaded monitors if the rest fails', () => {
    const store = createMonitorStore()
    store.append([monitor('1')], 2)
    store.fail(new Error('cut'))
    expect(idsOf(store)).toEqual(['1'])
    expect(store.read()).toMatchObject({ isComplete: false, error: new Error('cut') })
  })
})

describe('a reload', () => {
  it('returns added and removed monitors and keeps unchanged rows identical', () => {
    const store = filled('3', '2', '1')
    const before = store.read().entries
    const changes = store.replace([monitor('4'), monitor('3'), monitor('1', { tags: ['x'] })], 9)
    expect(changes).toEqual({ added: ['4'], removed: ['2'] })
    expect(idsOf(store)).toEqual(['4', '3', '1'])
    expect(store.read().entries[1]).toBe(before[0])
    expect(store.get('1')?.tags).toEqual(['x'])
  })

  it('puts new monitors first and updates changed ones', () => {
    const store = filled('2', '1')
    expect(store.upsertNewest([monitor('3'), monitor('2', { label: 'nowa' })])).toEqual(['3'])
    expect(idsOf(store)).toEqual(['3', '2', '1'])
    expect(store.get('2')?.label).toBe('nowa')
  })

  it.each<Partial<MonitorRecord>>([
    { identifier_value: '0000028860' },
    { label: 'nowa' },
    { tags: ['x'] },
    { filter_id: 'f' },
    { subject_name: 'Spółka' },
    { last_event_at: '2026-01-01T00:00:00.000Z' },
    { last_event_source: 'krz' },
  ])('replaces the row after the change %j', (part) => {
    const store = filled('2', '1')
    const [first, second] = store.read().entries
    store.replace([monitor('2', part), monitor('1', { tags: undefined })], 9)
    expect(store.read().entries[0]).not.toBe(first)
    expect(store.get('2')).toMatchObject(part)
    expect(store.read().entries[1]).toBe(second)
  })

  it('does not notify listeners if nothing changed', () => {
    const store = filled('2', '1')
    const listener = vi.fn()
    store.subscribe(listener)
    expect(store.upsertNewest([monitor('2'), monitor('1')])).toEqual([])
    store.patch(new Map([['unknown', { label: 'x' }]]))
    store.drop(new Set(['unknown']))
    expect(listener).not.toHaveBeenCalled()
  })
})

it('patches and drops monitors by id', () => {
  const store = filled('3', '2', '1')
  store.patch(new Map([['2', { tags: ['a'], label: 'Łódź' }]]))
  expect(store.get('2')).toMatchObject({ tags: ['a'], label: 'Łódź' })
  expect(store.read().entries[1]?.text).toContain('lodz')
  store.drop(new Set(['3', '1']))
  expect(idsOf(store)).toEqual(['2'])
  expect(store.read().total).toBe(1)
  expect(store.get('3')).toBeUndefined()
})
