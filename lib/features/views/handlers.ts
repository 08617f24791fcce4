import { randomUUID } from 'node:crypto'

import { monitoringWriters } from '@/lib/contract/operation'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { defineOwned, asViewer } from '@/lib/panel/owned'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { MAX_VIEWS, type SavedView } from './contract'
import { readDefaults, setDefault, upsertView, viewRows } from './statements'
import type { SavedViewTable } from './tables'

const readDefaultsOf = async (db: Db, page: string, context: PanelContext) =>
  readDefaults(db, { page, ...asViewer(context) })

const toView = (row: SavedViewTable, defaults: ReadonlyMap<string, string>, { user }: PanelContext): SavedView => ({
  id: row.id,
  name: row.name,
  query: row.query,
  is_team: row.owner === TEAM_OWNER,
  saved_by: row.saved_by,
  saved_at: row.saved_at,
  is_own_default: defaults.get(user.id) === row.id,
  is_team_default: defaults.get(TEAM_OWNER) === row.id,
})

const detailsOf = ({ name, query }: Partial<SavedViewTable>) => ({ name, query })

const views = defineOwned({
  rows: viewRows,
  noun: 'views',
  label: 'view',
  maxCount: MAX_VIEWS,
  isCountedByOwner: true,
  // Read-only roles must not change what all members open with.
  teamRoles: monitoringWriters,
  details: detailsOf,
  // Everyone shares team views, so changes to them are audited.
  isAudited: ({ owner }) => owner === TEAM_OWNER,
  show: async (db, rows, context): Promise<SavedView[]> => {
    const defaults = await readDefaultsOf(db, rows[0]?.page ?? '', context)
    return rows.map((row) => toView(row, defaults, context))
  },
})

const ownerOf = (isTeam: boolean, { user }: PanelContext): string => (isTeam ? TEAM_OWNER : user.id)

export const viewHandlers: PanelHandlersOf<'views'> = {
  'views.list': async ({ query: { page } }, context) => {
    const { db } = context.storage
    const defaults = await readDefaultsOf(db, page, context)
    const rows = (await viewRows.list(db, asViewer(context))).filter((row) => row.page === page)
    const items = rows.map((row) => toView(row, defaults, context))
    // Sorted by displayed name: sorting by the original would reveal something about masked numbers.
    return { items: items.toSorted((a, b) => compareValues(maskPesels(a.name), maskPesels(b.name))) }
  },
  'views.save': async ({ body: { is_team: isTeam, ...body } }, context) => {
    const { account, user, now } = context
    const owner = ownerOf(isTeam, context)
    views.requireMayChange({ owner }, context)
    const viewFields = { account_id: account.id, ...body, owner, saved_by: user.email, saved_at: now.toISOString() }
    return inAccount(context, async (tx) => {
      const newView = { id: randomUUID(), ...viewFields }
      if (!(await viewRows.findNamesake(tx, newView))) await views.requireRoom(tx, newView)
      const row = await upsertView(tx, newView)
      if (isTeam) await views.tell(tx, context, { verb: 'save', target: row.id, after: detailsOf(row) })
      return toView(row, await readDefaultsOf(tx, body.page, context), context)
    })
  },
  /** A user's default may be a team view; the team's default must be one. */
  'views.setDefault': async ({ body: { page, view_id: viewId, is_team: isTeam } }, context) => {
    const owner = ownerOf(isTeam, context)
    views.requireMayChange({ owner }, context)
    return inAccount(context, async (tx) => {
      const view = viewId === null ? undefined : await views.require(tx, context, viewId)
      if (view && (view.page !== page || (isTeam && view.owner !== TEAM_OWNER))) {
        throw new HttpError('invalid', 'The team opens with a view of the team')
      }
      await setDefault(tx, { accountId: context.account.id, page, owner, viewId })
      const auditEntry = { verb: 'setDefault', target: view?.id ?? 'none', after: detailsOf(view ?? {}) }
      if (isTeam) await views.tell(tx, context, auditEntry)
      return undefined
    })
  },
  // Pages that opened with it then open without a view.
  'views.delete': ({ params }, context) => views.remove(params.id, context),
}
