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

/** That somebody took a report whole, and when last. */
export type TakenReport = {
  readonly report_date: string
  readonly source: string
  readonly format: string
  readonly user_id: string | null
  readonly user_email: string
  /** As they call themselves now. */
  readonly user_name: string | null
  readonly at: string
}

/** Whole downloads of reports of these days, both included: one for each person and report, the last. The newest first. */
export const listDownloads = (
  db: Db,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TakenReport[]> =>
  db
    .selectFrom('report_downloads')
    .leftJoin('users', 'users.id', 'report_downloads.user_id')
    .select(['report_date', 'source', 'format', 'user_id', 'user_email', 'users.name as user_name'])
    .select((e) => e.fn.max<string>('at').as('at'))
    .where('account_id', '=', accountId)
    .where('report_date', '>=', from)
    .where('report_date', '<=', to)
    .where('is_whole', '=', 1)
    .groupBy(['report_date', 'source', 'format', 'user_id', 'user_email', 'users.name'])
    .orderBy('at', 'desc')
    .execute()
