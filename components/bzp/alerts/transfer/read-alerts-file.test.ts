import { expect, it } from 'vitest'

import { parseCpv } from '@/lib/domain/cpv'
import { caseText } from '@/lib/testing/cases/case-file'

import { readAlertsFile } from './read-alerts-file'

const filter = { keywords: ['most'] }
const read = (value: unknown, existingNames: readonly string[] = []) =>
  readAlertsFile(JSON.stringify(value), existingNames)

it('reads a bare list, an exported list and a list with a byte order mark', () => {
  const alerts = [{ value: { name: 'A', filter }, name: 'A', verdict: undefined }]
  expect(read([{ name: 'A', filter }])).toEqual({ alerts })
  expect(read({ items: [{ name: 'A', filter }] })).toEqual({ alerts })
  expect(readAlertsFile(`\uFEFF${JSON.stringify([{ name: 'A', filter }])}`, [])).toEqual({ alerts })
})

it('rejects content that is not a list of alerts', () => {
  expect(readAlertsFile('  ', [])).toEqual({ fault: { kind: 'empty' } })
  expect(readAlertsFile('[{"name": ', [])).toMatchObject({ fault: { kind: 'json' } })
  expect(read({ alerts: [] })).toEqual({ fault: { kind: 'shape' } })
  expect(read('x')).toEqual({ fault: { kind: 'shape' } })
  expect(read([])).toEqual({ fault: { kind: 'none' } })
  expect(read(Array.from({ length: 201 }, () => ({})))).toEqual({ fault: { kind: 'many', count: 201 } })
})

it('judges each alert separately', () => {
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

// Case E01 of lib/testing/cases/README.md
it('reads CPV codes of a file as documents write them', () => {
  const lines = caseText('E01-cpv-dashes-and-words', 'cpv.txt')
    .split('\n')
    .filter((line) => line !== '')
  const read = readAlertsFile(JSON.stringify([{ name: 'Drogi', filter: { cpv: lines } }]), [])
  const [alert] = 'alerts' in read ? read.alerts : []
  if (alert === undefined) throw new Error('no alert')
  const { filter } = alert.value as { filter: { cpv: string[] } }
  expect(filter.cpv.map(parseCpv)).toEqual(
    lines.flatMap((line) => (line.includes(' i ') ? ['4523312', '451112'] : ['4523312'])),
  )
})
