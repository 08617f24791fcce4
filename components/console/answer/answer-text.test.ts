import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { seedFor } from '@/lib/testing/rounds'

import { maskLine } from './mask-line'
import { jsonTokens, prettyJson, toScreenLines } from './pretty-json'

describe('JSON view', () => {
  it.each([
    ['{"a":1,"b":[],"c":{}}', '{\n  "a": 1,\n  "b": [],\n  "c": {}\n}'],
    ['[1,[2]]', '[\n  1,\n  [\n    2\n  ]\n]'],
    ['{"n":12345678901234567890.10,"n":1e400}', '{\n  "n": 12345678901234567890.10,\n  "n": 1e400\n}'],
    [
      String.raw`{"t":"a\"{b}\\","u":"\u0041"}`,
      String.raw`{` + '\n' + String.raw`  "t": "a\"{b}\\",` + '\n' + String.raw`  "u": "\u0041"` + '\n}',
    ],
    ['true', 'true'],
    ['', ''],
  ])('formats %s', (text, pretty) => {
    expect(prettyJson(text)).toBe(pretty)
  })

  it('keeps the content of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const pretty = prettyJson(text)
        expect(JSON.parse(pretty)).toEqual(JSON.parse(text))
        const lines = toScreenLines(pretty)
        expect(
          lines.map((line) =>
            jsonTokens(line)
              .map((token) => token.text)
              .join(''),
          ),
        ).toEqual(lines)
      }),
      { seed: seedFor('pretty JSON', 20_261_124), numRuns: 300 },
    )
  })

  it('marks names, texts, numbers and words differently', () => {
    expect(jsonTokens('  "a": [true, -1.5e3, "x: 1"],').map(({ kind, text }) => [kind, text])).toEqual([
      ['plain', '  '],
      ['name', '"a"'],
      ['plain', ':'],
      ['plain', ' ['],
      ['word', 'true'],
      ['plain', ', '],
      ['number', '-1.5e3'],
      ['plain', ', '],
      ['text', '"x: 1"'],
      ['plain', '],'],
    ])
  })

  it('splits a line that is too long for a screen', () => {
    const lines = toScreenLines('x'.repeat(500_000))
    expect(lines.length).toBe(250)
    expect(lines.join('')).toBe('x'.repeat(500_000))
  })

  it('formats half a megabyte in under five seconds', () => {
    const text = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Firma ${id}` })))
    expect(text.length).toBeGreaterThan(500_000)
    const began = performance.now()
    expect(toScreenLines(prettyJson(text))).toHaveLength(80_002)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

it.each([
  ['{"debtor_pesel":"44051401359","a":1}', '{"debtor_pesel":"44•••••••59","a":1}'],
  ['{"row":{"pesel": "440514","title":"Jan 44051401359"}}', '{"row":{"pesel": "••••••","title":"Jan 44•••••••59"}}'],
  [
    '{"birth_date":"1944-05-14","debtor_birth_date":"1944-05-14","published_on":"2026-11-20"}',
    '{"birth_date":null,"debtor_birth_date":null,"published_on":"2026-11-20"}',
  ],
  ['{"krs":"0000000018","nip":"5261040828"}', '{"krs":"0000000018","nip":"5261040828"}'],
])('masks personal data in a stream line: %s', (line, shown) => {
  expect(maskLine(line)).toBe(shown)
})
