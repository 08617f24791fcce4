import { expect, it } from 'vitest'

import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'

import { changesAccess, needsProof } from './operation'
import { operationNames, operationOf } from './table'

const charging = ['charges', 'charges-last', 'streams']

it('charges in every row with a pool and a cost, and in no other', () => {
  expect(operationNames.length).toBeGreaterThan(40)
  for (const name of operationNames) {
    const { execution, pool, cost } = operationOf(name)
    expect({ name, charges: pool !== null && cost !== null }).toEqual({ name, charges: charging.includes(execution) })
  }
})

it('writes by no GET, and reads by no PUT, PATCH or DELETE', () => {
  const rows = [...operationNames.map(operationOf), ...panelOperationNames.map(panelOperationOf)]
  const wrong = rows.filter(({ method, execution }) =>
    method === 'GET' ? execution === 'writes' : method !== 'POST' && execution !== 'writes',
  )
  expect(wrong).toEqual([])
})

const writing = [
  ...operationNames.map((name) => ({ name, row: operationOf(name) })),
  ...panelOperationNames.map((name) => ({ name, row: panelOperationOf(name) })),
].filter(({ row }) => row.execution === 'writes')

// A new operation that changes access must be listed here, or its contract must state why a stolen session may call it.
it('asks for a proof before what a stolen session must not do', () => {
  const proved = writing.filter(({ row }) => needsProof(row)).map(({ name }) => name)
  expect(proved.toSorted()).toEqual([
    'accountSettings.requireSecondFactor',
    'accountSettings.update',
    'archive.update',
    'archive.validate',
    'connection.remove',
    'connection.set',
    'feeds.create',
    'feeds.delete',
    'feeds.renew',
    'keys.create',
    'keys.deactivate',
    'keys.rotate',
    'members.endSessions',
    'members.invite',
    'members.leave',
    'members.remove',
    'members.resendInvitation',
    'members.resetSecondFactor',
    'members.setDisabled',
    'members.setRole',
    'members.startReset',
    'members.withdrawInvitation',
    'passkeys.remove',
    'passkeys.start',
    'personal.export',
    'personal.exportFilters',
    'sample.remove',
    'secondFactor.removeApp',
    'secondFactor.renewRecoveryCodes',
    'secondFactor.startApp',
  ])
})

it('says in a sentence of each row that changes access without a proof why it may', () => {
  const open = writing.filter(({ row }) => changesAccess(row) && !needsProof(row))
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter(({ row }) => !/^\p{Lu}.{10,}\.$/u.test(row.withoutProof ?? ''))).toEqual([])
})

it('asks for a proof of a new row of members, of keys and of owners by itself', () => {
  const row = { execution: 'writes', roles: ['owner', 'viewer'] } as const
  expect(needsProof({ ...row, path: '/panel/members/{id}/anything' })).toBe(true)
  expect(needsProof({ ...row, path: '/v1/keys/{id}' })).toBe(true)
  expect(needsProof({ ...row, path: '/panel/membership' })).toBe(false)
  expect(needsProof({ ...row, path: '/panel/other', roles: ['owner'] })).toBe(true)
  expect(needsProof({ ...row, path: '/panel/members', execution: 'reads' })).toBe(false)
})

it('takes no change that changes nothing', () => {
  const changing = writing.filter(({ row }) => ['PUT', 'PATCH'].includes(row.method) && row.body !== undefined)
  expect(changing.length).toBeGreaterThan(15)
  // By the interface, a missing cap means no cap.
  const takingNothing = changing.filter(
    ({ name, row }) => name !== 'usage.setSpendCap' && row.body?.safeParse({}).success,
  )
  expect(takingNothing.map(({ name }) => name)).toEqual([])
})

it('gives nothing of an account before the second factor that it wants', () => {
  const own = panelOperationNames.filter((name) => panelOperationOf(name).isBeforeSecondFactor === true)
  expect(own.filter((name) => !/^(secondFactor|passkeys|proof|profile|sessions)\./.test(name))).toEqual([])
  expect(own).toContain('secondFactor.get')
})
