import { describe, expect, it } from 'vitest'

// @ts-expect-error: plain JavaScript, which runs before anything is built.
import { readablePath } from './readable-path.mjs'

// Safe: the function converts a text.
const readable = readablePath as (address: string) => string

describe('the path of a request', () => {
  it.each(['/', '/monitors/a-1?q=%ff', '/monitors/%C5%BB', '/data/a%20b.json', '/api/v1/monitors/%2e%2e'])(
    '%s is unchanged',
    (address) => expect(readable(address)).toBe(address),
  )

  it.each([
    ['/%ff', '/%25ff'],
    ['/monitors/%ff?q=%ff', '/monitors/%25ff?q=%ff'],
    ['/api/v1/monitors/%C5%zz', '/api/v1/monitors/%25C5%25zz'],
    ['/%', '/%25'],
    ['/a%c3(', '/a%25c3('],
  ])('%s is decoded as %s', (address, expected) => {
    expect(readable(address)).toBe(expected)
    expect(() => decodeURIComponent(readable(address).split('?')[0] ?? '')).not.toThrow()
  })
})
