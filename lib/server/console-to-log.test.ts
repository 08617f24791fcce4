import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createLog } from '@/lib/panel/log'

vi.mock('server-only', () => ({}))
const { consoleToLog } = await import('./console-to-log')

const originalConsole = { ...console }
const listeners = process.listeners('warning')
let lines: string[] = []
beforeEach(() => {
  lines = []
  consoleToLog(createLog('debug', { write: (line) => lines.push(line) }))
})
afterEach(() => {
  Object.assign(console, originalConsole)
  process.removeAllListeners('warning')
  for (const listener of listeners) process.on('warning', listener)
})

it('console output of libraries becomes log lines', () => {
  /* eslint-disable no-console -- this test is about console output */
  console.log('\u001B[32m ✓\u001B[39m ready in %d ms', 12)
  console.error('failed to get redirect response', new TypeError('of 44051401359'))
  console.warn(new Error('alone'))
  /* eslint-enable no-console */
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 30, source: 'console', msg: '✓ ready in 12 ms' },
    { level: 50, source: 'console', msg: 'failed to get redirect response', err: { message: 'of 44•••••••59' } },
    { level: 40, source: 'console', msg: 'alone' },
  ])
})
