/**
 * Reads the report of Vitest or Playwright: how many tests passed, and a line for each failed one. A missing report, or
 * one without any test, counts as a failure.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Vitest lists files, Playwright nested suites. Skipped tests are not counted. */
export function readReport(file, root) {
  if (!existsSync(file)) return { passed: 0, failures: ['no report was written'] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const result = report.stats ? readPlaywright(report) : readVitest(report, root)
  return result.passed + result.failures.length === 0 ? { passed: 0, failures: ['no test ran'] } : result
}

function readVitest({ numPassedTests, testResults }, root) {
  return { passed: numPassedTests, failures: testResults.flatMap((file) => failuresOfFile(file, root)) }
}

const HOOK_FAILED = 'a beforeAll or afterAll failed, which is printed above'

function failuresOfFile({ name, status, assertionResults, message }, root) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded, or whose hook failed, contains no failed test.
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message) || HOOK_FAILED}`]
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`)
}

function readPlaywright({ stats, suites, errors = [] }) {
  const failed = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => isFailure(status)))
  return {
    passed: stats.expected,
    failures: [
      ...failed.map(({ file, line, title, tests }) => `${file}:${line}: ${title}: ${firstLine(messageOf(tests))}`),
      ...errors.map(({ message }) => firstLine(message)),
    ],
  }
}

/** A flaky test counts as failed. */
const isFailure = (status) => status === 'unexpected' || status === 'flaky'

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const messageOf = (tests) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))[0]

/** The first line without terminal colours. */
const firstLine = (text = '') =>
  text
    // eslint-disable-next-line no-control-regex
    .replaceAll(/\u001B\[[\d;]*m/g, '')
    .trim()
    .split('\n', 1)[0]
