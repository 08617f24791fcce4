import type { Month } from '@/lib/domain/calendar'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { type OwnedRowsViewer, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

/** Monitors of filters that no longer exist. Only with the embedded service, whose tables these are. */
export async function countSilentMonitors(db: Db, accountId: string): Promise<number> {
  const { monitors } = await ofAccount(db, 'monitors', accountId)
    .select((e) => e.fn.countAll<number>().as('monitors'))
    .where('identifier_type', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('filters')
            .select('filters.id')
            .whereRef('filters.id', '=', 'monitors.filter_id')
            .whereRef('filters.account_id', '=', 'monitors.account_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return monitors
}

/** States of what runs for the account, in one statement. */
export async function readStandstills(db: Db, { accountId, userId }: OwnedRowsViewer) {
  return db
    .selectFrom('accounts')
    .leftJoin('event_cursors', 'event_cursors.account_id', 'accounts.id')
    .leftJoin('archive_settings', 'archive_settings.account_id', 'accounts.id')
    .select([
      'event_cursors.code as reading_code',
      'event_cursors.read_at',
      'archive_settings.enabled as archive_enabled',
      'archive_settings.state as archive_state',
      'archive_settings.off_reason as archive_off_reason',
    ])
    .select((e) =>
      e
        .selectFrom('channels')
        .select((c) => c.fn.countAll<number>().as('channels'))
        .whereRef('channels.account_id', '=', 'accounts.id')
        .where('channels.owner', 'in', [userId, TEAM_OWNER])
        .where('channels.deleted_at', 'is', null)
        .where('channels.state', '=', 'off')
        .where('channels.off_reason', 'in', ['gone', 'failing'])
        .as('channels_off'),
    )
    .select((e) =>
      e
        .selectFrom('white_list_schedules')
        .select((s) => s.fn.countAll<number>().as('schedules'))
        .whereRef('white_list_schedules.account_id', '=', 'accounts.id')
        .where('white_list_schedules.stopped', 'is not', null)
        .as('schedules_stopped'),
    )
    .select((e) =>
      e
        .selectFrom('feeds')
        .select((f) => f.fn.countAll<number>().as('feeds'))
        .whereRef('feeds.account_id', '=', 'accounts.id')
        .where('feeds.user_id', '=', userId)
        .where('feeds.revoked_at', 'is not', null)
        .as('feeds_revoked'),
    )
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
}

/** Conditions of enabled risk rules that the viewer sees, with the units that the account has used in the month. */
export const listRiskBudgets = (db: Db, { accountId, userId, month }: OwnedRowsViewer & { readonly month: Month }) =>
  db
    .selectFrom('rules')
    .innerJoin('risk_watches', 'risk_watches.account_id', 'rules.account_id')
    .select(['rules.condition', 'risk_watches.used_units'])
    .where('rules.account_id', '=', accountId)
    .where('rules.kind', '=', 'risk')
    .where('rules.enabled', '=', 1)
    .where('rules.owner', 'in', [userId, TEAM_OWNER])
    .where('risk_watches.month', '=', month)
    .execute()
