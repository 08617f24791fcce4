import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32
const OWNER_BYTES = 8

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

/**
 * What an unfinished import is sealed with in the browser of its user, and the name it is kept under. The page of the
 * signed-in user carries it, so what lies on the disk opens only for who can sign in.
 */
export const importKeyOf = (secret: string, of: string): { owner: string; key: string } => ({
  owner: hex(hkdfSync('sha256', secret, of, 'registers-panel import owner', OWNER_BYTES)),
  key: hex(hkdfSync('sha256', secret, of, 'registers-panel import key', KEY_BYTES)),
})
