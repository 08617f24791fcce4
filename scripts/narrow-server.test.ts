import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

import { array, assert, constantFrom, property } from 'fast-check'
import { expect, it } from 'vitest'

// @ts-expect-error: plain JavaScript, which runs before anything is built.
import { narrowServer as rewrite, narrowText as rewriteText } from './narrow-server.mjs'

// Safe: the first takes a folder, the second converts a text.
const narrowServer = rewrite as (distDir: string) => void
const narrowText = rewriteText as (source: string) => string

const WIDE = /[\u0100-\uffff]/
const context = createContext({})
const run = (code: string): unknown => runInContext(code, context)

it('keeps the meaning of a script, without a character above U+00FF', () => {
  const letter = constantFrom('a', '\\', '"', "'", 'ą', 'ż', '–', '😀', 'ÿ', '\u2028', '\n')
  assert(
    property(array(letter), (letters) => {
      const text = letters.join('')
      const source = `[${JSON.stringify(text)}, JSON.parse(${JSON.stringify(JSON.stringify(text))})]`
      const narrow = narrowText(source)
      expect(narrow).not.toMatch(WIDE)
      expect(run(narrow)).toEqual([text, text])
    }),
  )
})

it.each([
  ['a template', '`Łódź ${1}–😀`'],
  ['a pattern', '/^[ą-ż]+$/i.test("żółć")'],
  ['a pattern of code points', '/^[😀-😂]$/u.test("😁")'],
  ['an escaped letter', String.raw`"\ą\\ą\\\ą" + /^\–$/.test("–")`],
  ['a name', '(ą => ą + 1)(1)'],
  ['a comment', '1 /* „ą” */'],
])('keeps the meaning of %s', (_, source) => {
  const narrow = narrowText(source)
  expect(narrow).not.toMatch(WIDE)
  expect(run(narrow)).toEqual(run(source))
})

it('rewrites only the scripts of a build', () => {
  const dist = mkdtempSync(join(tmpdir(), 'narrow-'))
  try {
    mkdirSync(join(dist, 'server', 'chunks'), { recursive: true })
    writeFileSync(join(dist, 'server', 'chunks', 'a.js'), 'module.exports="ż"')
    writeFileSync(join(dist, 'server', 'a.json'), '"ż"')
    narrowServer(dist)
    narrowServer(dist)
    expect(readFileSync(join(dist, 'server', 'chunks', 'a.js'), 'utf8')).toBe(String.raw`module.exports="\u017c"`)
    expect(readFileSync(join(dist, 'server', 'a.json'), 'utf8')).toBe('"ż"')
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
})
