import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'

const INFO = 'registers-panel api key'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: string, salt: Buffer) => Buffer.from(hkdfSync('sha256', secret, salt, INFO, 32))

/**
 * AES-256-GCM under a key derived from the panel's secret; bound to the account (or the user), so a value copied to
 * another row cannot be decrypted. A column that holds such a text must be listed in `reseal.ts`, or it is lost when
 * the secret is changed.
 */
export function sealKey(secret: string, accountId: string, apiKey: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derive(secret, salt), nonce).setAAD(Buffer.from(accountId))
  const sealed = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined when it was encrypted under another secret or for another account. */
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

/** A displayable fingerprint: enough to tell two keys apart, useless for anything else. */
export const toFingerprint = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex').slice(-4)

/**
 * Replaces the key in a byte stream with the same number of stars, so that lengths and ranges stay true. Holds back
 * bytes that may be the beginning of the key until the next bytes arrive.
 */
export function hideKey(apiKey: string): Transform {
  const key = Buffer.from(apiKey)
  let pending = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([pending, chunk])
      for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + key.length)) {
        bytes.fill('*', at, at + key.length)
      }
      const end = bytes.length - overlapLength(bytes, key)
      pending = bytes.subarray(end)
      done(null, bytes.subarray(0, end))
    },
    flush(done) {
      done(null, pending)
    },
  })
}

/** Number of bytes at the end that match the beginning of the key. */
function overlapLength(bytes: Buffer, key: Buffer): number {
  let length = Math.min(bytes.length, key.length - 1)
  while (length > 0 && !bytes.subarray(bytes.length - length).equals(key.subarray(0, length))) length -= 1
  return length
}
