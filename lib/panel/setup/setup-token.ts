import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import * as z from 'zod'

import { claimMeta, deleteMeta, findMeta, lockMeta, putMeta } from '@/lib/storage/meta'
import type { Db, Storage } from '@/lib/storage/storage'

/** Hashes of the tokens that work, the newest last: each process prints one of its own at its start. */
const TOKENS = 'setup_tokens'
const MOST_TOKENS = 10
const TOKEN_BYTES = 24

const hashes = z.array(z.string())
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const read = (value: string): string[] => hashes.parse(JSON.parse(value))

/** A token that sets this installation up once. Only its hash is stored; earlier ones go on working, the last ten of them. */
export async function issueSetupToken({ db }: Pick<Storage, 'db'>): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.transaction().execute(async (on) => {
    await claimMeta(on, TOKENS, '[]')
    const known = read((await lockMeta(on, TOKENS)) ?? '[]')
    await putMeta(on, TOKENS, JSON.stringify([...known, hashOf(token)].slice(-MOST_TOKENS)))
  })
  return token
}

/** Compared in the same time whatever the token is. */
export async function isSetupToken(db: Db, token: string): Promise<boolean> {
  return isAmong(await findMeta(db, TOKENS), token)
}

/** The same within the transaction that sets up: of two at once the second waits, and finds none. */
export async function takeSetupTokens(db: Db, token: string): Promise<boolean> {
  if (!isAmong(await lockMeta(db, TOKENS), token)) return false
  await deleteMeta(db, TOKENS)
  return true
}

function isAmong(stored: string | undefined, token: string): boolean {
  const given = Buffer.from(hashOf(token))
  const matches = read(stored ?? '[]').map((hash) => timingSafeEqual(Buffer.from(hash), given))
  return matches.includes(true)
}
