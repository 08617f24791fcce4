import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import { maskIdentifier } from '@/lib/domain/identifiers/identifiers'
import { applyTagChange } from '@/lib/domain/tags/tags'
import { nipOf, peselOf } from '@/lib/testing/identifiers'

import type { KnownMonitor } from '../judge/known-monitors'
import type { ImportApi } from './import-api'
import { CHUNK, type ImportJob, type JobItem, noProgress } from './job'
import { memoryJobStore } from './job-store'
import { runJob } from './run-job'
import { listRefusedItems, tagCalls } from './send-chunk'

/** Every third subject is a person. */
const typeOf = (index: number) => (index % 3 === 0 ? 'pesel' : 'nip')
const valueOf = (index: number) => (index % 3 === 0 ? peselOf(index) : nipOf(index))
const withMaskedNumber = (monitor: KnownMonitor): KnownMonitor =>
  monitor.type === 'pesel' ? { ...monitor, value: maskIdentifier('pesel', monitor.value) } : monitor

/** A fake service whose connection can break before or after it receives a call. */
function fakeService(initial: readonly KnownMonitor[] = []) {
  const monitors = new Map(initial.map((monitor) => [monitor.value, monitor]))
  let breaks: ('before' | 'after' | 'no')[] = []
  const overConnection = <T>(work: () => T): Promise<T> => {
    const [now = 'no', ...later] = breaks
    breaks = later
    const connectionLost = () => Promise.reject(new ApiError('', { kind: 'network', status: 0, code: 'network' }))
    if (now === 'before') return connectionLost()
    const answer = work()
    return now === 'after' ? connectionLost() : Promise.resolve(answer)
  }
  const api: ImportApi = {
    create: (items) =>
      overConnection(() => {
        const fresh = items.filter(({ identifier_value: value }) => !monitors.has(value))
        for (const { identifier_type: type, identifier_value: value, label } of fresh) {
          monitors.set(value, { id: `m${monitors.size}`, type, value, label: label ?? null, tags: [] })
        }
        return { inserted: fresh.length, duplicates: items.length - fresh.length, invalid: [] }
      }),
    page: (cursor) =>
      overConnection(() => {
        const from = Number(cursor ?? 0)
        const all = [...monitors.values()].reverse().map(withMaskedNumber)
        return {
          monitors: all.slice(from, from + 3),
          next: from + 3 < all.length ? `${from + 3}` : undefined,
        }
      }),
    tag: (ids, change) =>
      overConnection(() => {
        for (const monitor of [...monitors.values()].filter(({ id }) => ids.includes(id))) {
          monitors.set(monitor.value, { ...monitor, tags: applyTagChange(monitor.tags, change).tags })
        }
      }),
    remove: () => Promise.reject(new Error('not used')),
    record: {
      start: () => Promise.resolve(),
      reject: () => Promise.resolve(),
      step: () => Promise.resolve(),
      finish: () => Promise.resolve(),
      takenBack: () => Promise.resolve(),
    },
    reveal: () => Promise.reject(new Error('not used')),
    persons: (values) => overConnection(() => values.map((value) => ({ value, id: monitors.get(value)?.id }))),
  }
  return { api, monitors, breakWith: (next: typeof breaks) => (breaks = next) }
}

async function* chunked(items: readonly JobItem[], size: number) {
  for (let at = 0; at < items.length; at += size) yield await Promise.resolve(items.slice(at, at + size))
}

const item = (index: number, tags: readonly string[] = []): JobItem => ({
  line: index + 1,
  type: typeOf(index),
  value: valueOf(index),
  label: `L${index}`,
  tags,
})
const jobOf = (items: number, size: number): ImportJob => ({
  name: '',
  items,
  chunks: Math.ceil(items / size),
  savedAt: 0,
})

const breaks = fc.array(fc.constantFrom('before' as const, 'after' as const, 'no' as const), { maxLength: 6 })
const rows = fc.uniqueArray(fc.record({ index: fc.nat(40), tags: fc.subarray(['a', 'b']) }), {
  selector: ({ index }) => index,
  minLength: 1,
  maxLength: 14,
})

it('creates all listed monitors despite interruptions and counts every row once', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.uniqueArray(fc.nat(40), { maxLength: 5 }),
      fc.array(breaks, { maxLength: 5 }),
      async (list, others, faults) => {
        const service = fakeService(
          others.map((at) => ({ id: `o${at}`, type: typeOf(at), value: valueOf(at), label: null, tags: [] })),
        )
        const items = list.map(({ index, tags }) => item(index, tags))
        const store = memoryJobStore()
        await store.begin(jobOf(items.length, 4), noProgress, chunked(items, 4))
        const added: string[] = []
        const runOnce = () =>
          runJob({
            store,
            api: service.api,
            signal: new AbortController().signal,
            report: () => undefined,
            onAdded: (ids) => added.push(...ids),
          })
        for (const fault of faults) {
          service.breakWith(fault)
          await runOnce()
        }
        service.breakWith([])
        const end = await runOnce()
        expect(end?.isDone).toBe(true)
        const expected = new Set([...others, ...list.map(({ index }) => index)].map(valueOf))
        expect(new Set(service.monitors.keys())).toEqual(expected)
        for (const { index, tags } of list)
          expect(service.monitors.get(valueOf(index))?.tags.toSorted()).toEqual(tags.toSorted())
        const { inserted, recovered, existing, done } = end?.progress ?? noProgress
        expect(inserted + recovered + existing).toBe(list.length)
        expect(done).toBe(Math.ceil(list.length / 4))
      },
    ),
    { numRuns: 150 },
  )
})

it('reports exactly the monitors that it created, also while another user adds some', async () => {
  const service = fakeService([{ id: 'other', type: typeOf(2), value: valueOf(2), label: null, tags: [] }])
  const store = memoryJobStore()
  const items = [1, 2, 3].map((index) => item(index, ['t']))
  await store.begin(jobOf(3, CHUNK), noProgress, chunked(items, CHUNK))
  const added: string[] = []
  const onAdded = (ids: readonly string[]) => added.push(...ids)
  await runJob({ store, api: service.api, signal: new AbortController().signal, report: () => undefined, onAdded })
  expect(added.toSorted()).toEqual(['m1', 'm2'])
})

it('deletes the stored items of a chunk as soon as it is done', async () => {
  const service = fakeService()
  const store = memoryJobStore()
  const items = [1, 2, 3].map((index) => item(index))
  await store.begin(jobOf(3, 2), noProgress, chunked(items, 2))
  service.breakWith(['no', 'before'])
  const run = await runJob({ store, api: service.api, signal: new AbortController().signal, report: () => undefined })
  expect(run).toMatchObject({ isDone: false, progress: { done: 1, inserted: 2 } })
  expect(await store.chunk(0)).toEqual([])
  expect(await store.chunk(1)).toHaveLength(1)
})

it('finds the list row of a refused item, not its row in the call', () => {
  const sent = [item(1000), item(1001)]
  expect(
    listRefusedItems(sent, [
      { index: 1, error: 'no' },
      { index: 9, error: 'nobody' },
    ]),
  ).toEqual([{ line: 1002, identifier: valueOf(1001), reason: 'no' }])
})

it('tags with one call for each tag, and only monitors that lack it', () => {
  const target = (id: string, add: readonly string[], has: readonly string[] = []) => ({ id, has, add, isKnown: false })
  const many = [target('1', ['a']), target('2', ['b']), target('3', ['a', 'b']), target('4', ['a', 'b'], ['a', 'x'])]
  expect(tagCalls(many)).toEqual([
    { ids: ['1', '3'], add: ['a'] },
    { ids: ['2', '3', '4'], add: ['b'] },
  ])
  expect(tagCalls([target('1', ['a'], ['a'])])).toEqual([])
})
