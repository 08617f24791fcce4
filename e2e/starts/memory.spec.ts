import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from '../support/fixtures'
import { builtPages } from '../support/pages'
import { ROOT } from '../support/panel'

// A separate panel, because other tests would change the figure of a shared one.
test.use({ panelOf: 'memory', isCompact: true })

/**
 * Resident memory after one visit to every page. `npm run bench:memory` visits them fourteen times in a browser, with a
 * budget of 350.
 */
const BUDGET_MB = 320
const KB_OF_MB = 1024

const readProcFile = (pid: number, file: 'maps' | 'status') => readFileSync(`/proc/${pid}/${file}`, 'utf8')
const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readProcFile(pid, 'status'))?.[1]) / KB_OF_MB

test('a server that has served every page stays below its memory budget', async ({ panel, context, signIn }) => {
  test.skip(process.platform !== 'linux', 'the figures are read from /proc')
  await signIn('owner')
  for (const path of builtPages) {
    const answer = await context.request.get(`${panel.url}${path}`)
    expect(answer.status(), path).toBe(200)
  }
  expect(residentMb(panel.pid)).toBeLessThan(BUDGET_MB)
  // A configuration in TypeScript would load this library, which takes 26 MB.
  expect(readProcFile(panel.pid, 'maps')).not.toContain('next-swc')
})

test('every server script contains only Latin-1 characters', () => {
  const folder = join(ROOT, process.env['NEXT_DIST_DIR'] ?? '.next', 'server')
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(100)
  const wideScripts = scripts.filter((name) => /[\u0100-\uffff]/.test(readFileSync(join(folder, name), 'utf8')))
  expect(wideScripts).toEqual([])
})
