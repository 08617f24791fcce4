import { randomInt } from 'node:crypto'

import { hashPassword, verifyPassword } from '@/lib/features/auth/passwords'
import type { Db } from '@/lib/storage/storage'

import { findRecoveryCode, replaceRecoveryCodes, useRecoveryCode } from './statements/recovery-codes'

export const RECOVERY_CODES = 10
/** Without what is easily misread. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const SECRET_LENGTH = 10

export type MadeRecoveryCodes = { readonly codes: readonly string[]; readonly hashes: readonly string[] }

/**
 * Ten codes, `07-XXXXX-XXXXX`: the number picks the row, so that a try costs one comparison. Their 50 bits are kept as a password
 * is. Made before the transaction that keeps them, because hashing takes its time.
 */
export async function makeRecoveryCodes(): Promise<MadeRecoveryCodes> {
  const secrets = Array.from({ length: RECOVERY_CODES }, newSecret)
  const hashes: string[] = []
  // One after another: they must not take every place where passwords are compared.
  for (const secret of secrets) hashes.push(await hashPassword(secret))
  return { codes: secrets.map((secret, index) => toCode(index + 1, secret)), hashes }
}

const newSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('')

const toCode = (number: number, secret: string): string =>
  `${String(number).padStart(2, '0')}-${secret.slice(0, 5)}-${secret.slice(5)}`

export const keepRecoveryCodes = (db: Db, userId: string, { hashes }: MadeRecoveryCodes): Promise<void> =>
  replaceRecoveryCodes(db, userId, hashes)

/** Case, dashes and spaces are nothing. Undefined for what is no recovery code. */
export function readRecoveryCode(text: string): { readonly number: number; readonly secret: string } | undefined {
  const plain = text.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  const parts = /^(0?[1-9]|10)([A-Z2-9]{10})$/.exec(plain)
  return parts?.[1] && parts[2] ? { number: Number(parts[1]), secret: parts[2] } : undefined
}

/** True for exactly one of several callers with the same code; always does the work of one comparison. */
export async function takeRecoveryCode(
  db: Db,
  { userId, text }: { userId: string; text: string },
  now: Date,
): Promise<boolean> {
  const read = readRecoveryCode(text)
  if (!read) return false
  const row = await findRecoveryCode(db, userId, read.number)
  const matches = await verifyPassword(row?.hash, read.secret)
  return row !== undefined && matches && useRecoveryCode(db, row, now.toISOString())
}
