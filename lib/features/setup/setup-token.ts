import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import * as z from 'zod'

import { usesSampleData } from '@/lib/features/sample/sample-mode'
import { sampleAccountMarks } from '@/lib/features/sample/sample-users'
import type { Env } from '@/lib/panel/env'
import { hasOtherOwners, listOtherAccounts } from '@/lib/service/accounts/statements/accounts'
import { claimMeta, deleteMeta, findMeta, lockMeta, putMeta } from '@/lib/storage/meta'
import type { Db, Storage } from '@/lib/storage/storage'

/** Hashes of the valid tokens, newest last: each process prints its own at startup. */
const TOKENS = 'setup_tokens'
const MAX_TOKENS = 10
const TOKEN_BYTES = 24

const hashes = z.array(z.string())
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const parseHashes = (value: string): string[] => hashes.parse(JSON.parse(value))

/** Issues a token that sets up this installation once. Only its hash is stored; the last ten tokens are valid. */
export async function issueSetupToken({ db }: Pick<Storage, 'db'>): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.transaction().execute(async (tx) => {
    await claimMeta(tx, TOKENS, '[]')
    const tokenHashes = parseHashes((await lockMeta(tx, TOKENS)) ?? '[]')
    await putMeta(tx, TOKENS, JSON.stringify([...tokenHashes, hashOf(token)].slice(-MAX_TOKENS)))
  })
  return token
}

/** Takes the same time for every token. */
export async function isSetupToken(db: Db, token: string): Promise<boolean> {
  return isAmong(await findMeta(db, TOKENS), token)
}

/** Does the same within the setup transaction: of two simultaneous calls the second waits, and finds no token. */
export async function claimSetupTokens(db: Db, token: string): Promise<boolean> {
  if (!isAmong(await lockMeta(db, TOKENS), token)) return false
  await deleteMeta(db, TOKENS)
  return true
}

function isAmong(stored: string | undefined, token: string): boolean {
  const tokenHash = Buffer.from(hashOf(token))
  const matches = parseHashes(stored ?? '[]').map((hash) => timingSafeEqual(Buffer.from(hash), tokenHash))
  return matches.includes(true)
}

type SetupEnv = Pick<Env, 'remote' | 'panelUrl' | 'sampleData'>

/**
 * Whether this installation is set up: it has an account that does not belong to the sample. With a remote service,
 * whose account exists from the first start, such an account must have an owner.
 */
export async function isSetUp({ remote }: Pick<Env, 'remote'>, db: Db): Promise<boolean> {
  if (remote) return hasOtherOwners(db, sampleAccountMarks)
  return (await listOtherAccounts(db, sampleAccountMarks)).length > 0
}

/** The choice of the first visitor: `sample` for trying out the sample data. */
const CHOICE = 'first_choice'
const SAMPLE = 'sample'

/** From now on pages redirect to sign-in instead of setup. */
export const chooseSample = (db: Db): Promise<void> => putMeta(db, CHOICE, SAMPLE)

/**
 * `done`: the installation is set up. `required`: visitors are redirected to setup. `offered`: they are redirected to
 * sign-in, because sample users were requested; setup remains possible.
 */
export type SetupState = 'done' | 'required' | 'offered'

export async function readSetupState(env: SetupEnv, db: Db): Promise<SetupState> {
  if (await isSetUp(env, db)) return 'done'
  if (!(await usesSampleData(env, db))) return 'required'
  return env.sampleData === 'on' || (await findMeta(db, CHOICE)) === SAMPLE ? 'offered' : 'required'
}
