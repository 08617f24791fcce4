/**
 * `npm test`: from a fresh clone through unit, service and browser tests. Ends with `N passed, N failed`, counted by the
 * runners' own reports; a part without a report, or without a single test, counts as failed. With `--long`, repeated and
 * generated tests run in full (`lib/testing/rounds.ts`).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { recallCheck } from './check-outcome.mjs'
import { buildIfStale, installIfStale, requireNode, root } from './prepare.mjs'

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

function playwright(_name, report) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return { file: join('node_modules', '@playwright', 'test', 'cli.js'), args: ['test', '--reporter=list,json'], env }
}

/** Vitest says numPassedTests, Playwright stats.expected. Skipped tests count as neither. */
function countsOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const read = JSON.parse(readFileSync(report, 'utf8'))
  const counts = read.stats
    ? { passed: read.stats.expected, failed: read.stats.unexpected + read.stats.flaky + (read.errors?.length ?? 0) }
    : { passed: read.numPassedTests, failed: read.numFailedTests + brokenFiles(read) }
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts
}

/** A file that could not even be loaded has no failed test to show for it. */
const brokenFiles = (read) =>
  read.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length

function runPart({ name, make }) {
  const report = join(folder, `${name}.json`)
  const { file, args, env } = make(name, report)
  console.log(`\n── ${name} tests ──`)
  const known = name === 'unit' && process.env.TEST_LONG !== 'on' ? recallCheck() : undefined
  if (known !== undefined) {
    console.log(`${known} passed in \`npm run check\`; no file has changed since.`)
    return { passed: known, failed: 0 }
  }
  const { status } = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const counts = countsOf(report)
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return counts
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

async function sayAboutPostgres() {
  const { TEST_DATABASE_URL } = process.env
  const url = new URL(TEST_DATABASE_URL || 'postgres://127.0.0.1:5432')
  if (!(await isReachable({ host: url.hostname, port: Number(url.port || 5432) }))) {
    console.log(`PostgreSQL does not answer at ${url.host}: the PostgreSQL half of the service tests is skipped.`)
  }
}

let passed = 0
let failed = 0
try {
  requireNode()
  installIfStale()
  buildIfStale({ areTypesChecked: recallCheck() !== undefined })
  const { requireBrowser } = await import('./browser.mjs')
  process.env.TEST_BROWSER = await requireBrowser()
  await sayAboutPostgres()
  for (const part of parts) {
    const counts = runPart(part)
    passed += counts.passed
    failed += counts.failed
  }
} catch (error) {
  console.error(error.message)
  failed += 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
