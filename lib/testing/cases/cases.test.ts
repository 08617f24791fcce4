import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const ROOTS = ['lib', 'components', 'e2e', 'scripts', 'messages']
const TEST_FILE = /\.(?:test\.tsx?|spec\.ts)$/

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return testFiles(path)
    return TEST_FILE.test(entry.name) ? [path] : []
  })
}

function caseNumbers(): string[] {
  const table = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  return [...table.matchAll(/^\| ([A-G]\d\d) \|/gm)].map(([, number]) => number ?? '')
}

it('every case of the table is named above a test', () => {
  const numbers = caseNumbers()
  expect(numbers).toHaveLength(51)
  const tests = ROOTS.flatMap(testFiles)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  // A comment with the number is directly above a test, a group or a step.
  const missing = numbers.filter(
    (number) => !new RegExp(`// Case ${number} of .*\\n\\s*(?:await )?(?:it|test|describe)\\b`).test(tests),
  )
  expect(missing).toEqual([])
})
