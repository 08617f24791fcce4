import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32
const OWNER_BYTES = 8

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

/**
 * The key that seals an unfinished import in the user's browser, and the owner name that it is stored under. Only pages
 * of the signed-in user contain the key, so the stored data can be opened only after signing in.
 */
export const deriveImportSeal = (secret: string, userScope: string): { owner: string; key: string } => ({
  owner: hex(hkdfSync('sha256', secret, userScope, 'registers-panel import owner', OWNER_BYTES)),
  key: hex(hkdfSync('sha256', secret, userScope, 'registers-panel import key', KEY_BYTES)),
})
