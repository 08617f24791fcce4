import { randomUUID } from 'node:crypto'

import { monitoringWriters } from '@/lib/contract/operation'
import { MAX_VIEWS, type SavedView } from '@/lib/contract/panel/views'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { Role } from '@/lib/domain/roles'
import { HttpError } from '@/lib/http/errors'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'
import {
  countViews,
  deleteView,
  findView,
  listViews,
  readDefaults,
  setDefault,
  TEAM,
  upsertView,
} from '@/lib/storage/panel/saved-views/saved-views'
import type { SavedViewTable } from '@/lib/storage/panel/saved-views/tables'
import type { Db } from '@/lib/storage/storage'

import { type AuditEvent, recordChange } from '../audit/audit'
import type { PanelContext, PanelHandlersOf } from '../context'

type Defaults = ReadonlyMap<string, string>

const toView = (row: SavedViewTable, defaults: Defaults, userId: string): SavedView => ({
  id: row.id,
  name: row.name,
  query: row.query,
  is_team: row.owner === TEAM,
  saved_by: row.saved_by,
  saved_at: row.saved_at,
  is_own_default: defaults.get(userId) === row.id,
  is_team_default: defaults.get(TEAM) === row.id,
})

const writers: readonly Role[] = monitoringWriters

/** What everybody opens with is not changed by who may only look. */
function requireTeamRole(isTeam: boolean, { user }: PanelContext): void {
  if (isTeam && !writers.includes(user.role)) {
    throw new HttpError('role_required', 'Your role may not change views of the team', {
      extra: { roles: writers },
    })
  }
}

const ownerOf = (isTeam: boolean, { user }: PanelContext): string => (isTeam ? TEAM : user.id)

/** The user's own views and the team's: another user's are as good as missing. */
async function requireView(db: Db, id: string, context: PanelContext): Promise<SavedViewTable> {
  const view = await findView(db, context.account.id, id)
  if (!view || (view.owner !== TEAM && view.owner !== context.user.id)) {
    throw new HttpError('not_found', 'No such view')
  }
  return view
}

type Told = { readonly action: AuditEvent['action']; readonly view: { id: string } & Partial<SavedViewTable> }

/** The team's views are everybody's, so what happens to them is told. */
async function tellTeam(db: AccountTx, context: PanelContext, { action, view }: Told): Promise<void> {
  const after = { name: view.name, query: view.query }
  await recordChange(db, context, { action, target: view.id, after })
}

const list: PanelHandlersOf<'views'>['views.list'] = async ({ query: { page } }, { storage, account, user }) => {
  const seen = { accountId: account.id, page, userId: user.id }
  const defaults = await readDefaults(storage.db, seen)
  const views = (await listViews(storage.db, seen)).map((row) => toView(row, defaults, user.id))
  // By name as it is shown: a view of one's own would tell on which side of it a masked number stands.
  return { items: views.toSorted((a, b) => compareTexts(maskPesels(a.name), maskPesels(b.name))) }
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)

const save: PanelHandlersOf<'views'>['views.save'] = async ({ body }, context) => {
  const { account, user, now } = context
  requireTeamRole(body.is_team, context)
  const owner = ownerOf(body.is_team, context)
  const seen = { accountId: account.id, page: body.page, userId: user.id }
  return inAccount(context, async (db) => {
    const isNew = !(await listViews(db, seen)).some((view) => view.owner === owner && view.name === body.name)
    if (isNew && (await countViews(db, account.id, owner)) >= MAX_VIEWS) {
      throw new HttpError('limit', `There can be ${MAX_VIEWS} views`, { extra: { limit: MAX_VIEWS } })
    }
    const row = await upsertView(db, {
      id: randomUUID(),
      account_id: account.id,
      page: body.page,
      owner,
      name: body.name,
      query: body.query,
      saved_by: user.email,
      saved_at: now.toISOString(),
    })
    if (body.is_team) await tellTeam(db, context, { action: 'views.save', view: row })
    return toView(row, await readDefaults(db, seen), user.id)
  })
}

/** Everybody may open with a view of the team; the team with one of its own only. */
const choose: PanelHandlersOf<'views'>['views.setDefault'] = async ({ body }, context) => {
  requireTeamRole(body.is_team, context)
  const { account } = context
  const owner = ownerOf(body.is_team, context)
  return inAccount(context, async (db) => {
    const view = body.view_id === null ? undefined : await requireView(db, body.view_id, context)
    if (view && (view.page !== body.page || (body.is_team && view.owner !== TEAM))) {
      throw new HttpError('invalid', 'The team opens with a view of the team')
    }
    await setDefault(db, { accountId: account.id, page: body.page, owner, viewId: body.view_id })
    if (body.is_team) await tellTeam(db, context, { action: 'views.setDefault', view: view ?? { id: 'none' } })
    return undefined
  })
}

const remove: PanelHandlersOf<'views'>['views.delete'] = ({ params }, context) =>
  inAccount(context, async (db) => {
    const view = await requireView(db, params.id, context)
    requireTeamRole(view.owner === TEAM, context)
    await deleteView(db, context.account.id, view.id)
    if (view.owner === TEAM) await tellTeam(db, context, { action: 'views.delete', view })
    return undefined
  })

export const viewHandlers: PanelHandlersOf<'views'> = {
  'views.list': list,
  'views.save': save,
  'views.setDefault': choose,
  'views.delete': remove,
}
