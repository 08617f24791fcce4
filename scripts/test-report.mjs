/**
 * What a runner's report says, of Vitest and of Playwright: how many tests passed, and a line for each that failed. A report that is
 * missing, or tells of no test at all, is a failure of its own.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Vitest lists files, Playwright suites within suites. Skipped tests count as neither. */
export function readReport(file, root) {
  if (!existsSync(file)) return { passed: 0, failures: ['no report was written'] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const read = report.stats ? ofPlaywright(report) : ofVitest(report, root)
  return read.passed + read.failures.length === 0 ? { passed: 0, failures: ['no test ran'] } : read
}

function ofVitest({ numPassedTests, testResults }, root) {
  return { passed: numPassedTests, failures: testResults.flatMap((file) => failuresOfFile(file, root)) }
}

const HOOK_FAILED = 'a beforeAll or afterAll failed, which is printed above'

function failuresOfFile({ name, status, assertionResults, message }, root) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not even be loaded, or whose hook failed, has no failed test to show for it.
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message) || HOOK_FAILED}`]
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`)
}

function ofPlaywright({ stats, suites, errors = [] }) {
  const failed = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => isFailure(status)))
  return {
    passed: stats.expected,
    failures: [
      ...failed.map(({ file, line, title, tests }) => `${file}:${line}: ${title}: ${firstLine(messageOf(tests))}`),
      ...errors.map(({ message }) => firstLine(message)),
    ],
  }
}

/** A test that passed only when it was repeated is broken. */
const isFailure = (status) => status === 'unexpected' || status === 'flaky'

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const messageOf = (tests) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))[0]

/** Without the colours of a terminal. */
const firstLine = (text = '') =>
  text
    // eslint-disable-next-line no-control-regex
    .replaceAll(/\u001B\[[\d;]*m/g, '')
    .trim()
    .split('\n', 1)[0]
