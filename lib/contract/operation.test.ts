import { expect, it } from 'vitest'

import { panelOperationNames, panelOperationOf } from './panel-table'
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

it('asks for a proof before what a stolen session must not do', () => {
  const service = operationNames.filter((name) => operationOf(name).asksForProof === true)
  const own = panelOperationNames.filter((name) => panelOperationOf(name).asksForProof === true)
  expect([...service, ...own].toSorted()).toEqual([
    'accountSettings.requireSecondFactor',
    'archive.update',
    'archive.validate',
    'connection.remove',
    'connection.set',
    'keys.create',
    'keys.rotate',
    'members.invite',
    'members.resetSecondFactor',
    'members.setRole',
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

it('gives nothing of an account before the second factor that it wants', () => {
  const own = panelOperationNames.filter((name) => panelOperationOf(name).isBeforeSecondFactor === true)
  expect(own.filter((name) => !/^(secondFactor|passkeys|proof|profile|sessions)\./.test(name))).toEqual([])
  expect(own).toContain('secondFactor.get')
})
