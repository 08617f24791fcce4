import type { SignInChallengeTable } from '../../people/tables'
import type { Db } from '../../storage'

const PURPOSE = 'report_download'

/** What a session answered when it was asked what it takes files with personal data for: JSON. Undefined for none, or no longer. */
export async function findDownloadPurpose(db: Db, id: string, now: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('sign_in_challenges')
    .select('value')
    .where('id', '=', id)
    .where('purpose', '=', PURPOSE)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.value
}

type Given = Pick<SignInChallengeTable, 'id' | 'user_id' | 'value' | 'created_at' | 'expires_at'>

/** The later answer counts. */
export async function putDownloadPurpose(db: Db, given: Given): Promise<void> {
  const { value, expires_at } = given
  await db
    .insertInto('sign_in_challenges')
    .values({ ...given, purpose: PURPOSE, tries: 0, used_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value, expires_at }))
    .execute()
}
