import { describe, expect, it } from 'vitest'

import { openApiDocument } from './openapi'

function patternsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'pattern' && typeof each === 'string' ? [each] : patternsIn(each),
  )
}

/** Syntax that RE2 (Go, Rust), Java, .NET, Python and JavaScript do not all support, or do not interpret alike. */
const NOT_EVERYWHERE = [/\\[pPuUkKhHRXzZAQEG]/, /\\[1-9]/, /\(\?/, /[*+?}]\+/, /\[\[/, /&&/]

describe('patterns of the API description', () => {
  const patterns = [...new Set(patternsIn(openApiDocument('https://api.example.test')))]

  it('exist', () => expect(patterns.length).toBeGreaterThan(1))

  it.each(patterns)('%s means the same to clients in every language', (pattern) => {
    expect(() => new RegExp(pattern)).not.toThrow()
    expect(() => new RegExp(pattern, 'u')).not.toThrow()
    expect(() => new RegExp(pattern, 'v')).not.toThrow()
    expect(NOT_EVERYWHERE.filter((part) => part.test(pattern))).toEqual([])
  })

  it('accept texts of any language and no control characters, with the flag `u` and without', () => {
    const [text] = patterns.filter((pattern) => pattern.startsWith('^[^'))
    for (const flags of ['', 'u']) {
      const matcher = new RegExp(text ?? '', flags)
      for (const good of ['', 'Zażółć gęślą jaźń', '漢字', '😀 &', '\u00A0']) expect(matcher.test(good)).toBe(true)
      for (const bad of ['\u0000', 'a\tb', 'a\nb', '\u007F', '\u0085']) expect(matcher.test(bad)).toBe(false)
    }
  })
})
