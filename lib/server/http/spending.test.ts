import { describe, expect, it, vi } from 'vitest'

import { operationNames, operationOf } from '@/lib/contract/table'
import { roles } from '@/lib/domain/roles'

vi.mock('server-only', () => ({}))
const { requireSpending } = await import('./checks')

const paid = operationNames.filter((name) => {
  const { pool, cost, execution } = operationOf(name)
  return pool !== null || cost !== null || execution.startsWith('charges') || execution === 'streams'
})
const settings = [
  { stored: null, spenders: ['owner', 'compliance'] },
  { stored: '["owner","finance","compliance","viewer"]', spenders: [...roles] },
  { stored: '["viewer"]', spenders: ['owner', 'viewer'] },
  { stored: '[]', spenders: ['owner'] },
  { stored: 'unreadable', spenders: ['owner'] },
]

describe.each(settings)('with the stored setting $stored', ({ stored, spenders }) => {
  const check = (name: (typeof operationNames)[number], role: (typeof roles)[number]) => () =>
    requireSpending(operationOf(name), { user: { role }, account: { spendingRoles: stored } })

  it.each(roles)('paid rows are allowed or refused correctly for %s', (role) => {
    for (const name of [...paid, 'reports.create'] as const) {
      if (spenders.includes(role)) expect(check(name, role), name).not.toThrow()
      else
        expect(check(name, role), name).toThrow(expect.objectContaining({ code: 'spending_not_allowed', status: 403 }))
    }
    for (const name of operationNames.filter((each) => each !== 'reports.create' && !paid.includes(each))) {
      expect(check(name, role), name).not.toThrow()
    }
  })
})

it('the tested rows include known paid calls', () => {
  expect(paid.length).toBeGreaterThan(15)
  expect(paid).toEqual(
    expect.arrayContaining(['bzp.list', 'record.get', 'krs.pdf', 'stream.announcements', 'wpv.record']),
  )
})
