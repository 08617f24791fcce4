import type { BzpFilter } from '@/lib/contract/bzp'
import { type BzpAlert, type Colleague, teamAlertRoles } from '@/lib/contract/panel/bzp-alerts'
import type { Role } from '@/lib/domain/roles'
import {
  listColleagues,
  listRecipients,
  listSeenAlerts,
  type SeenAlert,
  type Seer,
  type StoredColleague,
} from '@/lib/storage/panel/bzp/alerts'
import { countMatches } from '@/lib/storage/panel/bzp/matches'
import type { BzpAlertTable } from '@/lib/storage/panel/bzp/tables'
import { TEAM } from '@/lib/storage/panel/saved-views/saved-views'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import { nextDigestOf } from './digest-times'

/** Sound: written by this panel alone, from input that its schema has checked. */
export const filterOf = ({ filter }: Pick<BzpAlertTable, 'filter'>) => JSON.parse(filter) as BzpFilter

export const seerOf = ({ account, user }: Pick<PanelContext, 'account' | 'user'>): Seer => ({
  accountId: account.id,
  userId: user.id,
})

const writers: readonly Role[] = teamAlertRoles
export const mayChange = ({ owner }: Pick<BzpAlertTable, 'owner'>, { id, role }: PanelContext['user']): boolean =>
  owner === TEAM ? writers.includes(role) : owner === id

export const toColleague = ({ user_id, email, name }: StoredColleague): Colleague => ({ user_id, email, name })

/** All that a user sees, by name. */
export async function readAlerts(db: Db, context: PanelContext): Promise<BzpAlert[]> {
  const seer = seerOf(context)
  const rows = await listSeenAlerts(db, seer)
  if (rows.length === 0) return []
  const view = await readSurroundings(db, seer)
  return rows.map((row) => toAlert(row, view, context)).toSorted((a, b) => a.name.localeCompare(b.name, 'pl'))
}

/** One of them, as it is in the list. */
export const readAlert = async (db: Db, row: SeenAlert, context: PanelContext): Promise<BzpAlert> =>
  toAlert(row, await readSurroundings(db, seerOf(context)), context)

type Surroundings = Awaited<ReturnType<typeof readSurroundings>>

async function readSurroundings(db: Db, seer: Seer) {
  const [colleagues, recipients, counts] = [
    await listColleagues(db, seer.accountId),
    await listRecipients(db, seer.accountId),
    await countMatches(db, seer),
  ]
  const told = new Map<string, Set<string>>()
  for (const { alert_id, user_id } of recipients) told.set(alert_id, (told.get(alert_id) ?? new Set()).add(user_id))
  return { colleagues, told, counts: new Map(counts.map((each) => [each.alert_id, each])) }
}

function toAlert(row: SeenAlert, { colleagues, told, counts }: Surroundings, { user, now }: PanelContext): BzpAlert {
  const { id, name, delivery, digest_hour, muted_until, created_at, updated_at } = row
  const found = counts.get(id)
  const users = told.get(id)
  return {
    id,
    name,
    filter: filterOf(row),
    is_team: row.owner === TEAM,
    delivery,
    digest_hour,
    recipients: colleagues.filter(({ user_id }) => users?.has(user_id)).map(toColleague),
    muted_until,
    created_by: row.maker,
    is_own: row.owner === user.id,
    may_change: mayChange(row, user),
    created_at,
    updated_at,
    match_count: found?.matches ?? 0,
    new_count: found?.unseen ?? 0,
    last_match_at: found?.last_at ?? null,
    next_digest_at:
      delivery === 'daily' || delivery === 'weekly' ? nextDigestOf({ ...row, delivery }, now).toISOString() : null,
  }
}
