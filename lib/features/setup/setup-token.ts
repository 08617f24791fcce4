import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import * as z from 'zod'

import { usesSampleData } from '@/lib/features/sample/sample-mode'
import { sampleAccountMarks } from '@/lib/features/sample/sample-users'
import type { Env } from '@/lib/panel/env'
import { hasOwnersBeside, listAccountsBeside } from '@/lib/service/accounts/statements/accounts'
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

type Asked = Pick<Env, 'remote' | 'panelUrl' | 'sampleData'>

/**
 * Whether somebody has set this installation up: there is an account beside those of the sample, or, with a remote service, whose
 * account is there from the first start, an owner of one.
 */
export async function isSetUp({ remote }: Pick<Env, 'remote'>, db: Db): Promise<boolean> {
  if (remote) return hasOwnersBeside(db, sampleAccountMarks)
  return (await listAccountsBeside(db, sampleAccountMarks)).length > 0
}

/** What whoever comes first decided: `sample`, to try the sample world out. */
const CHOICE = 'first_choice'
const SAMPLE = 'sample'

/** From now on the pages lead to signing in, and no longer to setting up. */
export const chooseSample = (db: Db): Promise<void> => putMeta(db, CHOICE, SAMPLE)

/**
 * `done`: it is set up. `asked`: whoever comes is led to setting up. `offered`: they are led to signing in, because there are sample
 * users who were asked for; setting up is possible all the same.
 */
export type SetupState = 'done' | 'asked' | 'offered'

export async function readSetupState(env: Asked, db: Db): Promise<SetupState> {
  if (await isSetUp(env, db)) return 'done'
  if (!(await usesSampleData(env, db))) return 'asked'
  return env.sampleData === 'on' || (await findMeta(db, CHOICE)) === SAMPLE ? 'offered' : 'asked'
}
