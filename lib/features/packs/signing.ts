import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

import { auditKeyOf } from '@/lib/features/audit/statements/audit-key'
import type { Db } from '@/lib/storage/storage'

/** The prefix of the 32 bytes of an Ed25519 key in PKCS#8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The key that signs statements. It is derived from the audit log's key, which is stored outside of the database, is
 * available to every process and is part of every backup plan.
 */
export function signingKeyFrom(auditKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', auditKey, '', 'registers-panel statements', 32))
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
}

export const signingKeyOf = (db: Db): KeyObject => signingKeyFrom(auditKeyOf(db))

/** Base64 of the SPKI, one line of 60 characters, of the key or of its public half. */
export function publicKeyOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}
