import { hash, verify } from '@node-rs/argon2'

import { MAX_PASSWORD_LENGTH } from '@/lib/domain/password-rules'

import { inPasswordQueue } from './password-queue'

/** The library's defaults are argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice. Throws 503 when too many are at it. */
export const hashPassword = (password: string): Promise<string> =>
  inPasswordQueue(() => hash(password.normalize('NFKC')))

/** Compared with when there is no such user, so that both answers take the same time. Made once per process. */
let decoy: Promise<string> | undefined
const decoyHash = () => (decoy ??= hash('a password that belongs to nobody'))

/** False for a user without password too; always does the work of one comparison. Throws 503 as `hashPassword`. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const input = password.slice(0, MAX_PASSWORD_LENGTH + 1).normalize('NFKC')
  const compared = passwordHash ?? (await decoyHash())
  const matches = await inPasswordQueue(() => verify(compared, input))
  return matches && Boolean(passwordHash) && password.length <= MAX_PASSWORD_LENGTH
}
