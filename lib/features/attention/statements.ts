import type { Month } from '@/lib/domain/calendar'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { type OwnedRowsViewer, TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

/** Procedures found by the viewer's alerts whose deadline for offers is between two instants. */
export async function listClosingTenders(
  db: Db,
  { accountId, userId, from, to }: OwnedRowsViewer & { readonly from: string; readonly to: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('bzp_matches')
    .innerJoin('rules', 'rules.id', 'bzp_matches.alert_id')
    .select('tender_id')
    .distinct()
    .where('bzp_matches.account_id', '=', accountId)
    .where('rules.owner', 'in', [userId, TEAM_OWNER])
    .where('dismissed_at', 'is', null)
    .where('offers_until', '>', from)
    .where('offers_until', '<=', to)
    .execute()
  return rows.map(({ tender_id: id }) => id)
}

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
