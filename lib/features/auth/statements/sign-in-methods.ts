import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

export async function signInMethodsOf(db: Db, accountId: string) {
  const members = db.selectFrom('members').select('user_id').where('account_id', '=', accountId)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .where('user_id', 'in', members)
    .groupBy('user_id')
    .execute()
  const apps = await db
    .selectFrom('authenticator_apps')
    .select('user_id')
    .where('user_id', 'in', members)
    .where('confirmed_at', 'is not', null)
    .execute()
  const identities = await db
    .selectFrom('identities')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', members)
    .execute()
  return {
    passkeys: new Map(passkeys.map(({ user_id, count }) => [user_id, count])),
    authenticators: new Set(apps.map(({ user_id }) => user_id)),
    sso: new Set(identities.map(({ user_id }) => user_id)),
  }
}

export async function countSessionsIn(db: Db, accountId: string, now: string): Promise<ReadonlyMap<string, number>> {
  const rows = await ofAccount(db, 'sessions', accountId)
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}
