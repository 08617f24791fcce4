import { describe, expect, it } from 'vitest'

// @ts-expect-error: plain JavaScript, which runs before anything is built.
import * as repetition from './repetition.mjs'

type File = { readonly file: string; readonly text: string }
type Run = { file: string; from: number; to: number; first: { file: string; from: number } }

// Safe: these are the module's exports.
const { findRepeats, isProductSource, shapesOf } = repetition as {
  findRepeats: (files: readonly File[]) => Run[]
  isProductSource: (file: string) => boolean
  shapesOf: (text: string) => { line: number; shape: string }[]
}

const body = [
  'const one = read(store, 1)',
  'if (one === undefined) return null',
  'for (const each of one.rows) {',
  "write(each.id, 'a')",
  '}',
  'const two = one.rows.map((row) => row.id)',
  'await save(store, two, { at: now })',
  'log.info({ two }, "saved")',
  'return two.length > 0 ? two : null',
  'export function last(given: number) {',
]
const renamed = body.map((line) => line.replaceAll('one', 'first').replaceAll('two', 'second').replace("'a'", "'b'"))
const file = (name: string, lines: readonly string[]) => ({ file: name, text: lines.join('\n') })

describe('repeated runs of lines', () => {
  it('are found despite different names, texts and numbers, and across comments, imports and blank lines', () => {
    const other = ["import { x } from './x'", '/** Why. */', ...renamed.slice(0, 4), '', '// why', ...renamed.slice(4)]
    expect(findRepeats([file('a.ts', body), file('b.ts', other)])).toEqual([
      { file: 'b.ts', from: 3, to: 14, first: { file: 'a.ts', from: 1 } },
    ])
  })

  it('are not found if one line differs, if the run is short, or in a list of similar lines', () => {
    const changed = body.map((line, index) => (index === 4 ? 'while (true) await read(store)' : line))
    expect(findRepeats([file('a.ts', body), file('b.ts', changed)])).toEqual([])
    expect(findRepeats([file('a.ts', body), file('b.ts', body.slice(0, 7))])).toEqual([])
    const list = Array.from({ length: 30 }, (_, index) => `name${index}: 'word',`)
    expect(findRepeats([file('a.ts', list), file('b.ts', list)])).toEqual([])
  })

  it('are found within one file', () => {
    expect(findRepeats([file('a.ts', [...body, ...renamed])])).toHaveLength(1)
  })

  it('are searched in product source only', () => {
    expect(shapesOf('const a = 1 // why').map(({ shape }) => shape)).toHaveLength(1)
    expect(['lib/a.ts', 'app/x/page.tsx', 'components/b.tsx'].every(isProductSource)).toBe(true)
    const others = [
      'lib/a.test.ts',
      'lib/testing/a.ts',
      'lib/storage/migrations/001-a.ts',
      'e2e/a.ts',
      'lib/sample/a.ts',
    ]
    expect(others.some(isProductSource)).toBe(false)
  })
})
