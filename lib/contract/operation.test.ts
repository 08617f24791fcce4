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
