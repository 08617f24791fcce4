import { normaliseEmail } from '@/lib/features/auth/emails'
import type { SignIn } from '@/lib/features/auth/sign-in'
import type { Env } from '@/lib/panel/env'
import { hasAccountsBeside } from '@/lib/service/accounts/statements/accounts'
import { findSampleRemoval } from '@/lib/service/registers/statements/sample-removal'
import type { Db } from '@/lib/storage/storage'

import { isSampleUser, sampleAccountMarks, sampleEmails } from './sample-users'

type Asked = Pick<Env, 'remote' | 'panelUrl' | 'sampleData'>

/**
 * Whether sample data are loaded and their users may come in. As SAMPLE_DATA says; where it says nothing, as long as nobody else is
 * there: no account beside those of the sample, and no address that people use; and never again once they were removed. Somebody who was invited to a sample account tries
 * it out and works with sample data.
 */
export async function usesSampleData({ remote, panelUrl, sampleData }: Asked, db: Db): Promise<boolean> {
  if (remote) return false
  if (sampleData !== undefined) return sampleData === 'on'
  if (panelUrl !== undefined || (await findSampleRemoval(db)) !== undefined) return false
  return !(await hasAccountsBeside(db, sampleAccountMarks))
}

/** Whether somebody with a live session is still let in: the password of the sample users is one for all of them. */
export const isLetIn = async (user: { email: string; slug: string }, env: Asked, db: Db): Promise<boolean> =>
  !isSampleUser(user) || usesSampleData(env, db)

/** Sample users whose time is over are refused as somebody with a wrong password is, after the same work. */
export const withoutSampleUsers =
  (signIn: SignIn, env: Asked, db: Db): SignIn =>
  async (attempt) => {
    const isOver =
      sampleEmails.includes(normaliseEmail(attempt.email)) && !env.remote && !(await usesSampleData(env, db))
    return signIn(isOver ? { ...attempt, password: '' } : attempt)
  }
