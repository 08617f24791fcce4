import { expect, it } from 'vitest'

import { readAlertsFile } from './read-alerts-file'

const filter = { keywords: ['most'] }
const read = (value: unknown, known: readonly string[] = []) => readAlertsFile(JSON.stringify(value), known)

it('takes a list, bare or as an export has it, with a byte order mark too', () => {
  const alerts = [{ value: { name: 'A', filter }, name: 'A', verdict: undefined }]
  expect(read([{ name: 'A', filter }])).toEqual({ alerts })
  expect(read({ items: [{ name: 'A', filter }] })).toEqual({ alerts })
  expect(readAlertsFile(`\uFEFF${JSON.stringify([{ name: 'A', filter }])}`, [])).toEqual({ alerts })
})

it('says what is no list of alerts', () => {
  expect(readAlertsFile('  ', [])).toEqual({ fault: { kind: 'empty' } })
  expect(readAlertsFile('[{"name": ', [])).toMatchObject({ fault: { kind: 'json' } })
  expect(read({ alerts: [] })).toEqual({ fault: { kind: 'shape' } })
  expect(read('x')).toEqual({ fault: { kind: 'shape' } })
  expect(read([])).toEqual({ fault: { kind: 'none' } })
  expect(read(Array.from({ length: 201 }, () => ({})))).toEqual({ fault: { kind: 'many', count: 201 } })
})

it('judges each alert on its own', () => {
  const items = [
    7,
    null,
    [],
    { filter },
    { name: ' ', filter },
    { name: 'x'.repeat(81), filter },
    { name: 'Bez warunków' },
    { name: 'Łódź', filter },
    { name: 'lodz', filter },
    { name: 'Drogi', filter },
  ]
  const result = read(items, ['drogi'])
  expect('alerts' in result && result.alerts.map(({ verdict }) => verdict)).toEqual([
    'type',
    'type',
    'type',
    'name',
    'name',
    'nameLong',
    'filter',
    undefined,
    'twice',
    'taken',
  ])
})
