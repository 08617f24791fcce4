import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

// @ts-expect-error: plain JavaScript, which runs before anything is built.
import { readReport as readReportFile } from './test-report.mjs'

// Safe: the function takes two paths.
const readReport = readReportFile as (file: string, root: string) => { passed: number; failures: string[] }

const ROOT = '/project'
const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(report: object) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return readReport(file, ROOT)
}

const passes = { status: 'passed', fullName: 'a sum', failureMessages: [] }
const fails = {
  status: 'failed',
  fullName: 'a difference',
  failureMessages: ['\u001B[31mError: 1 is not 2\u001B[39m\n  at'],
}

describe('a report of Vitest', () => {
  it('counts the passed tests and names the failed ones', () => {
    const testResults = [
      { name: '/project/lib/a.test.ts', status: 'failed', assertionResults: [passes, fails], message: '' },
    ]
    expect(read({ numPassedTests: 1, testResults })).toEqual({
      passed: 1,
      failures: ['lib/a.test.ts: a difference: Error: 1 is not 2'],
    })
  })

  it('names a file that could not be loaded', () => {
    const testResults = [
      { name: '/project/lib/a.test.ts', status: 'failed', assertionResults: [], message: 'Cannot find module\nx' },
    ]
    expect(read({ numPassedTests: 9, testResults })).toEqual({
      passed: 9,
      failures: ['lib/a.test.ts: Cannot find module'],
    })
  })

  it('explains the failure of a file with a failed hook, for which the runner reports no message', () => {
    const testResults = [{ name: '/project/lib/a.test.ts', status: 'failed', assertionResults: [], message: '' }]
    expect(read({ numPassedTests: 9, testResults }).failures).toEqual([
      'lib/a.test.ts: a beforeAll or afterAll failed, which is printed above',
    ])
  })
})

describe('a report of Playwright', () => {
  const spec = (title: string, status: string, errors: { message: string }[] = []) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ status, results: [{ errors }] }],
  })
  const stats = { expected: 1, skipped: 1 }

  it('includes nested suites; counts a flaky test as failed and a skipped one as not failed', () => {
    const inner = { specs: [spec('works', 'expected'), spec('waits', 'skipped'), spec('flickers', 'flaky')] }
    const suites = [
      { specs: [spec('breaks', 'unexpected', [{ message: 'Expected: 1\nReceived: 2' }])], suites: [inner] },
    ]
    expect(read({ stats, suites })).toEqual({
      passed: 1,
      failures: ['a.spec.ts:7: breaks: Expected: 1', 'a.spec.ts:7: flickers: '],
    })
  })

  it('names errors outside of any test', () => {
    const errors = [{ message: 'The panel did not answer' }]
    expect(read({ stats, suites: [], errors })).toEqual({ passed: 1, failures: ['The panel did not answer'] })
  })
})

describe('a missing or empty report', () => {
  it('is reported as a failure', () => {
    expect(readReport(join(folder, 'none.json'), ROOT)).toEqual({ passed: 0, failures: ['no report was written'] })
    expect(read({ numPassedTests: 0, testResults: [] })).toEqual({ passed: 0, failures: ['no test ran'] })
    expect(read({ stats: { expected: 0 }, suites: [] })).toEqual({ passed: 0, failures: ['no test ran'] })
  })
})
