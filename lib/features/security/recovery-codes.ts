import { randomInt } from 'node:crypto'

import { hashPassword, verifyPassword } from '@/lib/features/auth/passwords'
import type { Db } from '@/lib/storage/storage'

import { findRecoveryCode, replaceRecoveryCodes, useRecoveryCode } from './statements/recovery-codes'

export const RECOVERY_CODES = 10
/** Omits characters that are easily misread. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SECRET_LENGTH = 10

export type NewRecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] }

/**
 * Creates ten codes, `07-XXXXX-XXXXX`: the number selects the row, so that a try costs one comparison. The 50 random
 * bits are hashed like a password. Call it before the transaction, because hashing takes time.
 */
export async function makeRecoveryCodes(): Promise<NewRecoveryCodes> {
  const secrets = Array.from({ length: RECOVERY_CODES }, newSecret)
  const hashes: string[] = []
  // One after another, so that they do not occupy every slot for password hashing.
  for (const secret of secrets) hashes.push(await hashPassword(secret))
  return { codes: secrets.map((secret, index) => toCode(index + 1, secret)), hashes }
}

const newSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('')

const toCode = (number: number, secret: string): string =>
  `${String(number).padStart(2, '0')}-${secret.slice(0, 5)}-${secret.slice(5)}`

export const saveRecoveryCodes = (db: Db, userId: string, { hashes }: NewRecoveryCodes): Promise<void> =>
  replaceRecoveryCodes(db, userId, hashes)

/** Ignores case, dashes and spaces. Undefined if the text is not a recovery code. */
export function readRecoveryCode(text: string): { readonly number: number; readonly secret: string } | undefined {
  const plain = text.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  const parts = /^(0?[1-9]|10)([A-Z2-9]{10})$/.exec(plain)
  return parts?.[1] && parts[2] ? { number: Number(parts[1]), secret: parts[2] } : undefined
}

/** Returns true for exactly one of several callers with the same code; always does the work of one comparison. */
export async function consumeRecoveryCode(
  db: Db,
  { userId, text }: { userId: string; text: string },
  now: Date,
): Promise<boolean> {
  const parsed = readRecoveryCode(text)
  if (!parsed) return false
  const row = await findRecoveryCode(db, userId, parsed.number)
  const matches = await verifyPassword(row?.hash, parsed.secret)
  return row !== undefined && matches && useRecoveryCode(db, row, now.toISOString())
}
