import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createMetrics } from './metrics'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const { registry } = await createMetrics()
const exported = registry.getMetricsAsArray().map(({ name, type }) => ({ name, type: String(type) }))
const isExported = (name: string): boolean =>
  exported.some((each) => each.name === name || name.replace(/_(?:bucket|sum|count)$/, '') === each.name)

const namedIn = (text: string): string[] => [...new Set(text.match(/\bregisters_[a-z0-9_]+/g))].toSorted()

describe('metrics', () => {
  it.each(['ops/grafana/dashboard.json', 'ops/prometheus/alerts.yaml'])('named in %s are all exported', (file) => {
    const metricNames = namedIn(read(file))
    expect(metricNames.length).toBeGreaterThan(10)
    expect(metricNames.filter((name) => !isExported(name))).toEqual([])
  })

  it('are queried by each panel of the dashboard', () => {
    const { panels } = JSON.parse(read('ops/grafana/dashboard.json')) as {
      panels: readonly {
        readonly type: string
        readonly title: string
        readonly targets?: readonly { readonly expr: string }[]
      }[]
    }
    const shown = panels.filter(({ type }) => type !== 'row')
    expect(shown.length).toBeGreaterThan(15)
    expect(
      shown.filter(
        ({ targets = [] }) => targets.length === 0 || targets.some(({ expr }) => namedIn(expr).length === 0),
      ),
    ).toEqual([])
  })

  it('match the list in the observability page, with their kinds', () => {
    const rows = [...read('docs/operations/observability.md').matchAll(/^\| `(registers_\w+)` \| (\w+) \|/gm)]
    const listed = rows.map(([, name = '', type = '']) => ({ name, type }))
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    // The page names those of prom-client by their beginnings.
    const own = exported.filter(({ name }) => !/^registers_(process|nodejs)_/.test(name))
    expect(own.length).toBeGreaterThan(20)
    expect(listed.toSorted(byName)).toEqual(own.toSorted(byName))
  })

  it('are named with _total for counters and _seconds for durations', () => {
    const bad = exported.filter(({ name, type }) => type === 'counter' && !name.endsWith('_total'))
    expect(bad).toEqual([])
    const durations = exported.filter(({ name }) => /duration|lag|oldest/.test(name))
    expect(durations.length).toBeGreaterThan(8)
    expect(durations.filter(({ name }) => !name.endsWith('_seconds'))).toEqual([])
  })
})
