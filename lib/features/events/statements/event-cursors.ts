import { EVENT_KINDS } from '@/lib/features/rules/statements/checks'
import type { AccountTable } from '@/lib/service/accounts/tables'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { accountRow } from '@/lib/storage/engine/account-row'
import type { Db } from '@/lib/storage/storage'

const cursors = accountRow('event_cursors')
export const findCursor = cursors.find
export const moveCursor = cursors.update

/** Locks the cursor until the end of the transaction, creating it at 0 if necessary. */
export const lockCursor = (tx: AccountTx, accountId: string) =>
  cursors.lock(tx, {
    account_id: accountId,
    since: 0,
    is_behind: 1,
    read_at: null,
    retry_at: null,
    code: null,
    last_review: 0,
  })

/** `isEmbedded`: the service uses the same database. */
type DueQuery = {
  readonly now: string
  readonly idleBefore: string
  readonly ruledBefore: string
  readonly isEmbedded: boolean
}

/**
 * Accounts to read now: those with a live session, those not read since `idleBefore`, and those whose rules wait for
 * events and that were not read since `ruledBefore` (with an embedded service only if newer events exist). Accounts
 * whose service requested a wait are excluded. The longest waiting come first.
 */
export function listAccountsToRead(
  db: Db,
  { now, idleBefore, ruledBefore, isEmbedded }: DueQuery,
): Promise<Pick<AccountTable, 'id' | 'slug' | 'sealed_api_key'>[]> {
  return db
    .selectFrom('accounts')
    .leftJoin('event_cursors', 'event_cursors.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.slug', 'accounts.sealed_api_key'])
    .where((e) =>
      e.and([
        e.exists(e.selectFrom('members').select('members.user_id').whereRef('members.account_id', '=', 'accounts.id')),
        e.or([e('event_cursors.retry_at', 'is', null), e('event_cursors.retry_at', '<=', now)]),
        e.or([
          e('event_cursors.read_at', 'is', null),
          e('event_cursors.read_at', '<', idleBefore),
          e('event_cursors.is_behind', '=', 1),
          e.and([
            e('event_cursors.read_at', '<', ruledBefore),
            ...(isEmbedded
              ? [
                  e.exists(
                    e
                      .selectFrom('monitor_events')
                      .select('monitor_events.id')
                      .whereRef('monitor_events.account_id', '=', 'accounts.id')
                      .whereRef('monitor_events.id', '>', 'event_cursors.since'),
                  ),
                ]
              : []),
            e.exists(
              e
                .selectFrom('rule_looks')
                .select('rule_looks.kind')
                .whereRef('rule_looks.account_id', '=', 'accounts.id')
                .where('rule_looks.kind', 'in', [...EVENT_KINDS]),
            ),
          ]),
          e.exists(
            e
              .selectFrom('sessions')
              .select('sessions.id')
              .whereRef('sessions.account_id', '=', 'accounts.id')
              .where('sessions.expires_at', '>', now)
              .where('sessions.revoked_at', 'is', null),
          ),
        ]),
      ]),
    )
    .orderBy((e) => e.fn.coalesce('event_cursors.read_at', e.val('')))
    .execute()
}
