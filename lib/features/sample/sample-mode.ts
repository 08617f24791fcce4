import { normaliseEmail } from '@/lib/features/auth/emails'
import type { SignIn } from '@/lib/features/auth/sign-in'
import type { Env } from '@/lib/panel/env'
import { hasOtherAccounts } from '@/lib/service/accounts/statements/accounts'
import { findSampleRemoval } from '@/lib/service/registers/statements/sample-removal'
import type { Db } from '@/lib/storage/storage'

import { isSampleUser, sampleAccountMarks, sampleEmails } from './sample-users'

type SampleSettings = Pick<Env, 'remote' | 'panelUrl' | 'sampleData'>

/**
 * Whether sample data are loaded and sample users may sign in. SAMPLE_DATA decides if set; otherwise they are used as
 * long as there are no accounts except those of the sample and no public panel address, and never again after they were
 * removed. People invited to a sample account count as trying it out.
 */
export async function usesSampleData({ remote, panelUrl, sampleData }: SampleSettings, db: Db): Promise<boolean> {
  if (remote) return false
  if (sampleData !== undefined) return sampleData === 'on'
  if (panelUrl !== undefined || (await findSampleRemoval(db)) !== undefined) return false
  return !(await hasOtherAccounts(db, sampleAccountMarks))
}

/** Whether a user with a live session still has access: all sample users share one password. */
export const mayUseSample = async (
  user: { email: string; slug: string },
  env: SampleSettings,
  db: Db,
): Promise<boolean> => !isSampleUser(user) || usesSampleData(env, db)

/**
 * Refuses sample users after the end of the sample, after the same amount of work, and says why: their addresses are
 * public.
 */
export const withoutSampleUsers =
  (signIn: SignIn, env: SampleSettings, db: Db): SignIn =>
  async (attempt) => {
    const isRefusedSampleUser =
      sampleEmails.includes(normaliseEmail(attempt.email)) && !env.remote && !(await usesSampleData(env, db))
    const result = await signIn(isRefusedSampleUser ? { ...attempt, password: '' } : attempt)
    const isUnexplained = isRefusedSampleUser && !result.ok && result.reason === 'credentials'
    return isUnexplained ? { ok: false, reason: 'sample_ended' } : result
  }
