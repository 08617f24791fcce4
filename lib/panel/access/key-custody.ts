import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const INFO = 'registers-panel api key'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: string, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, INFO, 32))

/**
 * AES-256-GCM under a key derived from the panel's secret; bound to the account (or the user), so a row copied to another one
 * does not open. A column that holds such a text is listed in `reseal.ts`, or it is lost when the secret is changed.
 */
export function sealKey(secret: string, accountId: string, apiKey: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(secret, salt), nonce).setAAD(Buffer.from(accountId))
  const sealed = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined when it was sealed under another secret or for another account. */
export function openKey(secret: string, accountId: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const tagAt = SALT_BYTES + NONCE_BYTES
  if (bytes.length < tagAt + TAG_BYTES) return undefined
  const nonce = bytes.subarray(SALT_BYTES, tagAt)
  const decipher = createDecipheriv('aes-256-gcm', derive(secret, bytes.subarray(0, SALT_BYTES)), nonce)
  decipher.setAAD(Buffer.from(accountId)).setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagAt + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** What may be shown of a key: enough to tell two apart, nothing to use. */
export const toFingerprint = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(-4)
