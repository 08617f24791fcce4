import { randomUUID } from 'node:crypto'

import { type Role, roles } from '@/lib/domain/roles'
import { newUser } from '@/lib/features/auth/emails'
import { hashPassword, verifyPassword } from '@/lib/features/auth/passwords'
import { insertMember } from '@/lib/features/members/statements/members'
import { findUserByEmail, insertUser, setPasswordHash } from '@/lib/features/members/statements/users'
import type { SampleAccounts } from '@/lib/service/accounts/statements/accounts'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

/** The sample account with a user of every role. */
const ACCOUNT_WITH_ALL_ROLES = 'demo-pro'
/** Account ids by slug. Real accounts never have these ids, so an id proves that a row belongs to the sample. */
const idsBySlug = {
  'demo-standard': '915f59a4-b5ef-5175-86cd-c37cfd44126a',
  [ACCOUNT_WITH_ALL_ROLES]: 'be0f744a-4833-5caf-bd0e-5e4eeed1f5a7',
  'demo-pro-2': '3ffe0cdf-90ee-50c6-882d-ae25e7a011b1',
  'demo-enterprise': 'f8a39648-932e-5a26-8a19-8cb4afc7c80a',
  'demo-trial': 'f61cce4b-d41e-53ac-bf5c-f94d912f6758',
  'demo-inactive': '4efabaea-32c7-5819-83ec-e0137edcdb2a',
}
export const sampleSlugs: readonly string[] = Object.keys(idsBySlug)
export const sampleAccountMarks: SampleAccounts = { slugs: sampleSlugs, ids: Object.values(idsBySlug) }

const usersOf = (slug: string): { email: string; role: Role }[] =>
  slug === ACCOUNT_WITH_ALL_ROLES
    ? roles.map((role) => ({ email: `${role}@demo.test`, role }))
    : [{ email: `owner@${slug}.test`, role: 'owner' }]

export const sampleEmails: readonly string[] = sampleSlugs.flatMap((slug) => usersOf(slug).map(({ email }) => email))

export const isSampleUser = ({ email, slug }: { email: string; slug: string }): boolean =>
  usersOf(slug).some((user) => user.email === email) && sampleSlugs.includes(slug)

/** Creates the users of the sample accounts, and updates the shared password if it has changed. */
export async function ensureSampleUsers(db: Db, password: string, now: Date): Promise<void> {
  const firstUser = await findUserByEmail(db, 'owner@demo.test')
  const isCurrent = await verifyPassword(firstUser?.password_hash, password)
  const passwordHash = isCurrent && firstUser?.password_hash ? firstUser.password_hash : await hashPassword(password)
  const accounts = await db.selectFrom('accounts').select(['id', 'slug']).where('slug', 'in', sampleSlugs).execute()
  const wanted = accounts.flatMap(({ id, slug }) => usersOf(slug).map((user) => ({ ...user, account_id: id })))
  const at = now.toISOString()
  for (const { email, role, account_id } of wanted) {
    const id = randomUUID()
    if (await insertUser(db, newUser({ id, email, passwordHash, at }))) {
      const member = { account_id, user_id: id, role, created_at: at, disabled_at: null, last_seen_at: null }
      await inAccounts({ db }, [account_id], (tx) => insertMember(tx, member))
      continue
    }
    const found = await findUserByEmail(db, email)
    if (found && found.password_hash !== passwordHash) await setPasswordHash(db, found.id, { passwordHash, at })
  }
}
