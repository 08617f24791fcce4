import { hasOwnersBeside, listAccountsBeside } from '@/lib/storage/accounts/real-accounts'
import { findMeta, putMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

import { usesSampleData } from '../access/sample-mode'
import { sampleAccountMarks } from '../access/sample-users'
import type { Env } from '../env'

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
