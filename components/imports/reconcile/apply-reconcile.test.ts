import { expect, it } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'

import type { ImportApi } from '../job/import-api'
import { removeMonitors, restoredItems, revealRows } from './apply-reconcile'
import type { PlanRow } from './reconcile-plan'

const unused = () => Promise.reject(new Error('not used'))
const record = { start: unused, reject: unused, step: unused, finish: unused, takenBack: unused }
const api: ImportApi = {
  create: unused,
  page: unused,
  tag: unused,
  remove: unused,
  persons: unused,
  reveal: unused,
  record,
}
const { signal } = new AbortController()
const row = (id: string, value: string, label = ''): PlanRow => ({
  action: 'remove',
  type: 'pesel',
  value,
  label,
  tags: ['a'],
  id,
  line: 0,
  listTags: [],
})

it('restores the removed monitors: masked rows are revealed first, and deleted ones are left out', async () => {
  const requestedIds: string[] = []
  const reveal: ImportApi['reveal'] = (ids) => {
    requestedIds.push(...ids)
    return Promise.resolve([{ id: '1', value: '02070803628', label: 'Jan 02070803628' }])
  }
  const rows = [row('1', '02•••••••28', 'Jan 02•••••••28'), row('2', '0000028860'), row('3', '44•••••••58')]
  const shown = await revealRows(rows, { api: { ...api, reveal }, signal })
  expect(requestedIds).toEqual(['1', '3'])
  expect(restoredItems(shown)).toMatchObject([
    { value: '02070803628', label: 'Jan 02070803628', tags: ['a'] },
    { value: '0000028860' },
  ])
})

it('counts monitors deleted by another user as removed and stops at any other failure', async () => {
  const remove = (id: string) =>
    id === 'ok' ? Promise.resolve() : Promise.reject(new ApiError('', { status: Number(id), code: '' }))
  const removed: string[] = []
  const run = (ids: string[]) =>
    removeMonitors(ids, (id) => removed.push(id), { api: { ...api, remove }, signal, report: () => undefined })
  expect(await run(['ok', '404'])).toMatchObject({ error: undefined, isCancelled: false })
  expect((await run(['500'])).error).toMatchObject({ status: 500 })
  expect(removed).toEqual(['ok', '404'])
})
