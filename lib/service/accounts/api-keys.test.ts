import { describe, expect, it } from 'vitest'

import { hashKey, makeKey } from './api-keys'

describe('API keys', () => {
  it('have the format of decision 25 (keys) and never repeat', () => {
    const keys = Array.from({ length: 200 }, makeKey)
    for (const { secret, prefix, last_four, sha256 } of keys) {
      expect(secret).toMatch(/^brd_[0-9A-Za-z]{4}_[0-9A-Za-z]{36}$/)
      expect(secret.startsWith(`${prefix}_`)).toBe(true)
      expect(secret.endsWith(last_four)).toBe(true)
      expect(sha256).toBe(hashKey(secret))
    }
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(200)
  })

  it('are recognised as mistyped without a query', () => {
    const { secret } = makeKey()
    for (let position = 9; position < secret.length; position += 1) {
      const wrong = secret.slice(0, position) + (secret[position] === 'a' ? 'b' : 'a') + secret.slice(position + 1)
      expect(hashKey(wrong)).toBeUndefined()
    }
    expect(hashKey('')).toBeUndefined()
    expect(hashKey(` ${secret}`)).toBeUndefined()
    expect(hashKey(secret.replace('brd_', 'BRD_'))).toBeUndefined()
  })
})
