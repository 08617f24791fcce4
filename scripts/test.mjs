/**
 * `npm test`: from a fresh clone through unit, service and browser tests. Ends with `N passed, N failed`, counted from
 * the runners' reports; a part without a report, or without a single test, counts as failed. With `--long`, repeated
 * and generated tests run in full (`lib/testing/rounds.ts`).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { recallCheck } from './check-outcome.mjs'
import { prepare, requireNode, root } from './prepare.mjs'
import { readReport } from './test-report.mjs'

if (process.argv.includes('--long')) process.env.TEST_LONG = 'on'

const folder = mkdtempSync(join(tmpdir(), 'registers-tests-'))

const parts = [
  { name: 'unit', make: vitest },
  { name: 'service', make: vitest },
  { name: 'browser', make: playwright },
]

function vitest(name, report) {
  const args = ['run', '--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { file: join('node_modules', 'vitest', 'vitest.mjs'), args, env: {} }
}

const STATES_REPORTER = './e2e/support/states-reporter.ts'

function playwright(_name, report) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return {
    file: join('node_modules', '@playwright', 'test', 'cli.js'),
    args: ['test', `--reporter=list,json,${STATES_REPORTER}`],
    env,
  }
}

function runPart({ name, make }) {
  const report = join(folder, `${name}.json`)
  const { file, args, env } = make(name, report)
  console.log(`\n── ${name} tests ──`)
  const passedInCheck = name === 'unit' && process.env.TEST_LONG !== 'on' ? recallCheck() : undefined
  if (passedInCheck !== undefined) {
    console.log(`${passedInCheck} passed in \`npm run check\`; no file has changed since.`)
    return { passed: passedInCheck, failures: [] }
  }
  const { status } = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const { passed, failures } = readReport(report, root)
  if (status !== 0 && failures.length === 0) failures.push('the runner ended with an error; see above')
  return { passed, failures: failures.map((line) => `${name}: ${line}`) }
}

function isReachable({ host, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const end = (answer) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
}

async function warnWithoutPostgres() {
  const { TEST_DATABASE_URL } = process.env
  const url = new URL(TEST_DATABASE_URL || 'postgres://127.0.0.1:5432')
  if (!(await isReachable({ host: url.hostname, port: Number(url.port || 5432) }))) {
    console.log(`PostgreSQL does not answer at ${url.host}: the PostgreSQL half of the service tests is skipped.`)
  }
}

let passed = 0
const failures = []
try {
  requireNode()
  await prepare({ areTypesChecked: recallCheck() !== undefined })
  const { requireBrowser } = await import('./browser.mjs')
  process.env.TEST_BROWSER = await requireBrowser()
  const { installNginx } = await import('./nginx.mjs')
  installNginx()
  await warnWithoutPostgres()
  for (const part of parts) {
    const result = runPart(part)
    passed += result.passed
    failures.push(...result.failures)
  }
} catch (error) {
  console.error(error.message)
  failures.push(`npm test: ${error.message}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
// Printed again at the end, where readers of a long log look.
for (const line of failures) console.log(`failed: ${line}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
