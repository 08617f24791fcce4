import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
const { noteAddressProblem, reachedAddress } = await import('./reached-address')

const PANEL = 'https://panel.test'
afterAll(() => setTestRuntime({}))

const problemOf = (headers: Record<string, string>, panelUrl?: string) => {
  setTestRuntime({ env: panelUrl === undefined ? {} : { panelUrl } })
  return reachedAddress(new Headers(headers)).problem
}

// Case C05 of lib/testing/cases/README.md
describe('with PANEL_URL set, a requested page', () => {
  it.each([
    ['through a proxy that reports TLS', { host: 'panel.test', 'x-panel-way': 'https' }],
    ['at its port', { host: 'panel.test:443', 'x-panel-way': 'https' }],
    ['in capitals', { host: 'PANEL.test', 'x-panel-way': 'https' }],
    ['over TLS that the proxy does not report', { host: 'panel.test', 'sec-fetch-mode': 'navigate' }],
    [
      'through a trusted proxy that names the host itself',
      { host: '10.0.0.2:3000', 'x-forwarded-host': 'panel.test', 'x-panel-way': 'https' },
    ],
  ])('%s has no address problem', (_, headers) => {
    expect(problemOf(headers, PANEL)).toBeUndefined()
  })

  it.each([
    ['at another host', { host: '127.0.0.1:3000' }, 'host'],
    ['at another port', { host: 'panel.test:8443', 'x-panel-way': 'https' }, 'host'],
    ['at an invalid host', { host: 'a b' }, 'host'],
    ['without a host', {}, 'host'],
    ['without TLS', { host: 'panel.test' }, 'scheme'],
    ['without TLS according to the proxy', { host: 'panel.test', 'x-panel-way': 'http' }, 'scheme'],
    ['through an untrusted proxy', { host: 'panel.test', 'x-panel-way': 'untrusted' }, 'proxy'],
    ['through an untrusted proxy, at another host', { host: '127.0.0.1:3000', 'x-panel-way': 'untrusted' }, 'host'],
  ] as const)('%s has an address problem', (_, headers, problem) => {
    expect(problemOf(headers, PANEL)).toBe(problem)
  })
})

it('a scheme other than that of PANEL_URL is a problem, also on localhost', () => {
  const local = { host: 'localhost:3000', 'sec-fetch-mode': 'navigate' }
  expect(problemOf(local, 'https://localhost:3000')).toBe('scheme')
  expect(problemOf(local, 'http://localhost:3000')).toBeUndefined()
  expect(problemOf({ host: 'panel.test', 'x-panel-way': 'https' }, 'http://panel.test')).toBe('scheme')
})

it('without PANEL_URL every address is accepted, and an untrusted proxy is reported', () => {
  expect(problemOf({ host: 'anything.test' })).toBeUndefined()
  expect(problemOf({ host: 'anything.test', 'x-panel-way': 'https' })).toBeUndefined()
  expect(problemOf({ host: 'anything.test', 'x-panel-way': 'untrusted' })).toBe('proxy')
})

describe('the log', () => {
  const lines: unknown[] = []
  beforeEach(() => {
    lines.length = 0
    setTestRuntime({
      env: { panelUrl: PANEL },
      log: { error: () => undefined, warn: (line: unknown) => lines.push(line) },
    })
  })
  const wrong = (host: string, problem: 'host' | 'scheme') => ({ panelUrl: PANEL, host, problem })

  it('gets one line per kind of problem in ten minutes', () => {
    const start = 1_000_000_000
    for (let each = 0; each < 50; each += 1)
      noteAddressProblem(wrong(`host-${each}.test`, 'host'), '10.0.0.1', start + each)
    noteAddressProblem(wrong('panel.test', 'scheme'), '10.0.0.1', start)
    noteAddressProblem({ ...wrong('panel.test', 'host'), problem: undefined }, '10.0.0.1', start)
    expect(lines).toEqual([
      { problem: 'host', host: 'host-0.test', panelUrl: PANEL, peer: '10.0.0.1' },
      { problem: 'scheme', host: 'panel.test', panelUrl: PANEL, peer: '10.0.0.1' },
    ])
    noteAddressProblem(wrong('x'.repeat(8000), 'host'), '10.0.0.1', start + 10 * 60_000)
    expect(lines[2]).toMatchObject({ host: 'x'.repeat(255) })
  })
})
