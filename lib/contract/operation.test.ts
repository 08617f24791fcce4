import { expect, it } from 'vitest'

import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'

import { changesAccess, needsProof } from './operation'
import { operationNames, operationOf } from './table'

const charging = ['charges', 'charges-last', 'streams']

it('only operations with a pool and a cost charge', () => {
  expect(operationNames.length).toBeGreaterThan(40)
  for (const name of operationNames) {
    const { execution, pool, cost } = operationOf(name)
    expect({ name, charges: pool !== null && cost !== null }).toEqual({ name, charges: charging.includes(execution) })
  }
})

it('no GET writes, and no PUT, PATCH or DELETE only reads', () => {
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
it('operations that a stolen session must not use require a proof', () => {
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

it('every operation that changes access without a proof states its reason in a sentence', () => {
  const withoutProof = writing.filter(({ row }) => changesAccess(row) && !needsProof(row))
  expect(withoutProof.length).toBeGreaterThan(10)
  expect(withoutProof.filter(({ row }) => !/^\p{Lu}.{10,}\.$/u.test(row.withoutProof ?? ''))).toEqual([])
})

it('a new operation for members, keys or owners requires a proof by default', () => {
  const row = { execution: 'writes', roles: ['owner', 'viewer'] } as const
  expect(needsProof({ ...row, path: '/panel/members/{id}/anything' })).toBe(true)
  expect(needsProof({ ...row, path: '/v1/keys/{id}' })).toBe(true)
  expect(needsProof({ ...row, path: '/panel/membership' })).toBe(false)
  expect(needsProof({ ...row, path: '/panel/other', roles: ['owner'] })).toBe(true)
  expect(needsProof({ ...row, path: '/panel/members', execution: 'reads' })).toBe(false)
})

it('no change operation accepts an empty change', () => {
  const changing = writing.filter(({ row }) => ['PUT', 'PATCH'].includes(row.method) && row.body !== undefined)
  expect(changing.length).toBeGreaterThan(15)
  // By the interface, a missing cap means no cap.
  const acceptingEmpty = changing.filter(
    ({ name, row }) => name !== 'usage.setSpendCap' && row.body?.safeParse({}).success,
  )
  expect(acceptingEmpty.map(({ name }) => name)).toEqual([])
})

it('only security and profile operations are available before the second factor', () => {
  const beforeSecondFactor = panelOperationNames.filter((name) => panelOperationOf(name).isBeforeSecondFactor === true)
  expect(beforeSecondFactor.filter((name) => !/^(secondFactor|passkeys|proof|profile|sessions)\./.test(name))).toEqual(
    [],
  )
  expect(beforeSecondFactor).toContain('secondFactor.get')
})
