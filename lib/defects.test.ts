import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const DEFECTS = 15

/** Rows of the table of defects in docs/testing.md; a row without a number continues the defect above it. */
const rows = readFileSync(join(root, 'docs/testing.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (?:(\d+)\. .+?)? ?\| (.+) \| `([^`]+)` \|$/.exec(line))
  .flatMap((found) => (found ? [{ number: found[1], test: found[2] ?? '', file: found[3] ?? '' }] : []))

it('names a test for each of the defects', () => {
  const numbers = rows.flatMap(({ number }) => (number === undefined ? [] : [Number(number)]))
  expect(numbers).toEqual(Array.from({ length: DEFECTS }, (_, index) => index + 1))
})

it.each(rows)('$file has "$test"', ({ test, file }) => {
  expect(existsSync(join(root, file)), file).toBe(true)
  expect(readFileSync(join(root, file), 'utf8')).toContain(test)
})
