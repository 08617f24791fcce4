import { describe, expect, it } from 'vitest'

import { toFingerprint, openKey, sealKey } from './key-custody'

const secret = 'a secret of more than thirty-two characters'
const key = 'brd_ab12_0123456789'

describe('key custody', () => {
  it('opens a sealed key for the same account and secret only', () => {
    const sealed = sealKey(secret, 'account-1', key)
    expect(openKey(secret, 'account-1', sealed)).toBe(key)
    expect(openKey(secret, 'account-2', sealed)).toBeUndefined()
    expect(openKey(`${secret}!`, 'account-1', sealed)).toBeUndefined()
  })

  it('seals differently each time, and the result does not contain the key', () => {
    const sealed = sealKey(secret, 'account-1', key)
    expect(sealed).not.toBe(sealKey(secret, 'account-1', key))
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('brd_')
  })

  it('rejects a sealed key that was changed or cut', () => {
    const sealed = Buffer.from(sealKey(secret, 'account-1', key), 'base64url')
    for (let i = 0; i < sealed.length; i += 7) {
      const changed = Buffer.from(sealed)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(openKey(secret, 'account-1', changed.toString('base64url')), `byte ${i}`).toBeUndefined()
    }
    expect(openKey(secret, 'account-1', sealed.subarray(0, 20).toString('base64url'))).toBeUndefined()
    expect(openKey(secret, 'account-1', '')).toBeUndefined()
  })

  it('returns a fingerprint that is not part of the key', () => {
    expect(toFingerprint(key)).toMatch(/^[\da-f]{4}$/)
    expect(toFingerprint(key)).not.toBe(key.slice(-4))
    expect(toFingerprint(key)).not.toBe(toFingerprint(`${key}x`))
  })
})
