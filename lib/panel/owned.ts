import { randomUUID } from 'node:crypto'

import { compareValues } from '@/lib/domain/collections/compare-values'
import type { Role } from '@/lib/domain/roles'
import { recordChange } from '@/lib/features/audit/audit'
import type { AuditAction, AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { type ErrorCode, HttpError, ValidationError } from '@/lib/http/errors'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'
import {
  type OwnedRow,
  type OwnedRows,
  type ownedRows,
  type OwnedRowsViewer,
  type VisibleRow,
  TEAM_OWNER,
} from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from './context'

type OwnedTable = Parameters<typeof ownedRows>[0]

export const asViewer = ({ account, user }: Pick<PanelContext, 'account' | 'user'>): OwnedRowsViewer => ({
  accountId: account.id,
  userId: user.id,
})

/** Describes one kind of thing that users create, rename, change and delete. */
type OwnedDefinition<T extends OwnedTable, Shown> = {
  readonly rows: OwnedRows<T>
  /** Prefix of its operations in the contract, and of its audit actions. */
  readonly noun: string
  /** What error messages call it. */
  readonly label: string
  /** Maximum per account, or per owner. */
  readonly maxCount: number | ((row: OwnedRow<T>) => number)
  readonly isCountedByOwner?: boolean
  readonly mayShareNames?: boolean
  /** Roles that may change rows of the team; absent: every caller of its operations. */
  readonly teamRoles?: readonly Role[] | ((row: OwnedRow<T>) => readonly Role[])
  /** Additional visibility check; absent: the user's own rows and those of the team are visible. */
  readonly isVisible?: (row: VisibleRow<T>, context: PanelContext) => boolean
  /** Error of an edit based on an outdated version, and the field that carries the current one. */
  readonly changed?: readonly [code: ErrorCode, field: string]
  readonly details: (row: OwnedRow<T>, db: Db) => AuditDetails | Promise<AuditDetails>
  /** Whether changes are written to the audit log; absent: always. */
  readonly isAudited?: (row: OwnedRow<T>) => boolean
  readonly show: (db: Db, rows: readonly VisibleRow<T>[], context: PanelContext) => Promise<Shown[]> | Shown[]
  /** Replaces plain deletion; returns extra details for the audit log. */
  readonly erase?: Erase<T>
}

type Erase<T extends OwnedTable> = (
  tx: AccountTx,
  row: VisibleRow<T>,
  context: PanelContext,
) => Promise<AuditDetails | undefined>

type CreationEffects<T extends OwnedTable> = {
  /** Inserts related rows in other tables. */
  readonly insertRelated?: (tx: AccountTx, row: OwnedRow<T>) => Promise<void>
  /** False: another audit entry covers it. */
  readonly isAudited?: boolean
}

/** A change of a row, and its audit entry if that is not a plain update with the details before and after. */
type Change<T extends OwnedTable> = {
  readonly to: Partial<OwnedRow<T>>
  readonly verb?: string
  readonly before?: AuditDetails
  readonly after?: AuditDetails
  /** Added to the details after the change in the audit log. */
  readonly more?: AuditDetails
}

/** Checks that every change starts with. */
function guardsOf<T extends OwnedTable, Shown extends { readonly id: string; readonly name: string }>(
  definition: OwnedDefinition<T, Shown>,
) {
  const { rows, noun, label } = definition
  type Row = VisibleRow<T>

  const ownerOf = (row: object): unknown => ('owner' in row ? row.owner : undefined)
  const changedAt = (row: object): string | undefined => ('updated_at' in row ? String(row.updated_at) : undefined)

  async function require(db: Db, context: PanelContext, id: string): Promise<Row> {
    const row = await rows.find(db, asViewer(context), id)
    if (!row || definition.isVisible?.(row, context) === false)
      throw new HttpError('not_found', `There is no such ${label}`)
    return row
  }

  /** Safe: when roles depend on the row, callers pass whole rows. */
  const teamRolesOf = (row: object): readonly Role[] | undefined =>
    typeof definition.teamRoles === 'function' ? definition.teamRoles(row as OwnedRow<T>) : definition.teamRoles

  /** A user's own rows may be changed by everybody who sees them, those of the team depending on the role. */
  const mayChange = (row: object, { user }: Pick<PanelContext, 'user'>): boolean => {
    const owner = ownerOf(row)
    if (owner !== TEAM_OWNER) return owner === undefined || owner === user.id
    return teamRolesOf(row)?.includes(user.role) ?? true
  }

  function requireMayChange(row: object, context: Pick<PanelContext, 'user'>): void {
    if (mayChange(row, context)) return
    throw new HttpError('role_required', `Your role may not change a ${label} of the team`, {
      extra: { roles: teamRolesOf(row) },
    })
  }

  async function showOne(db: Db, row: Row, context: PanelContext): Promise<Shown> {
    const [shown] = await definition.show(db, [row], context)
    if (shown === undefined) throw new HttpError('not_found', `There is no such ${label}`)
    return shown
  }

  async function requireRoom(db: Db, row: OwnedRow<T>): Promise<void> {
    const owner = String('user_id' in row ? row.user_id : ownerOf(row))
    const count = await rows.count(db, row, definition.isCountedByOwner ? owner : undefined)
    const maxCount = typeof definition.maxCount === 'function' ? definition.maxCount(row) : definition.maxCount
    if (count >= maxCount)
      throw new HttpError('limit', `There can be ${maxCount} of a ${label}`, { extra: { limit: maxCount } })
  }

  async function requireFreeName(db: Db, row: OwnedRow<T>): Promise<void> {
    if (definition.mayShareNames || !(await rows.findNamesake(db, row))) return
    const msg = `There is a ${label} of this name`
    throw new ValidationError([{ loc: ['body', 'name'], msg, type: 'name_taken', input: row.name }])
  }

  async function requireUnchanged(
    db: Db,
    { row, seenAt }: { row: Row; seenAt: string | undefined },
    context: PanelContext,
  ) {
    const currentVersion = changedAt(row)
    if (definition.changed === undefined || seenAt === undefined || currentVersion === undefined) return
    if (Date.parse(seenAt) >= Date.parse(currentVersion)) return
    const [code, field] = definition.changed
    throw new HttpError(code, `Another user has changed the ${label} in the meantime`, {
      extra: { [field]: await showOne(db, row, context) },
    })
  }

  /** Safe: a test checks that the audit log has words for every action of a definition. */
  const auditChange = (tx: AccountTx, context: PanelContext, { verb, ...change }: OwnedChange): Promise<void> =>
    recordChange(tx, context, { ...change, action: `${noun}.${verb}` as AuditAction })

  return {
    require,
    mayChange,
    requireMayChange,
    showOne,
    requireRoom,
    requireFreeName,
    requireUnchanged,
    changedAt,
    tell: auditChange,
  }
}

/**
 * List, create, change and delete operations for things that users own. Each change is one transaction that locks the
 * account: limit, name, permissions and concurrent edits are checked in it, and its audit entry is written with it.
 */
export function defineOwned<T extends OwnedTable, Shown extends { readonly id: string; readonly name: string }>(
  definition: OwnedDefinition<T, Shown>,
) {
  const { rows, details, isAudited = () => true } = definition
  const guards = guardsOf(definition)
  const { require, mayChange, requireMayChange, showOne, requireRoom, requireFreeName, tell } = guards
  type Row = VisibleRow<T>
  return {
    require,
    mayChange,
    requireMayChange,
    requireRoom,
    tell,
    /** Returns what the user can see and `isWanted` accepts, sorted by name. */
    list: async (
      context: PanelContext,
      isWanted: (row: VisibleRow<T>) => boolean = () => true,
    ): Promise<{ items: Shown[] }> => {
      const { db } = context.storage
      const visible = (await rows.list(db, asViewer(context))).filter(isWanted)
      const shown = visible.length === 0 ? [] : await definition.show(db, visible, context)
      return { items: shown.toSorted((a, b) => a.name.localeCompare(b.name, 'pl') || compareValues(a.id, b.id)) }
    },
    create: (
      context: PanelContext,
      makeRow: (generated: GeneratedFields, tx: AccountTx) => OwnedRow<T> | Promise<OwnedRow<T>>,
      effects: CreationEffects<T> = {},
    ): Promise<Shown> =>
      inAccount(context, async (tx) => {
        const at = context.now.toISOString()
        const row = await makeRow(
          { id: randomUUID(), account_id: context.account.id, created_at: at, updated_at: at },
          tx,
        )
        requireMayChange(row, context)
        await requireRoom(tx, row)
        await requireFreeName(tx, row)
        await rows.insert(tx, row as never)
        await effects.insertRelated?.(tx, row)
        if (effects.isAudited !== false && isAudited(row))
          await tell(tx, context, { verb: 'create', target: row.id, after: await details(row, tx) })
        return showOne(tx, await require(tx, context, row.id), context)
      }),
    /** `work` returns undefined when nothing changes. */
    change: (
      { id, updated_at: seenAt }: { readonly id: string; readonly updated_at?: string | undefined },
      context: PanelContext,
      work: (tx: AccountTx, before: Row) => Promise<Change<T>> | Change<T> | undefined,
    ): Promise<Shown> =>
      inAccount(context, async (tx) => {
        const before = await require(tx, context, id)
        requireMayChange(before, context)
        await guards.requireUnchanged(tx, { row: before, seenAt }, context)
        const detailsBefore = await details(before, tx)
        const change = await work(tx, before)
        if (change === undefined) return showOne(tx, before, context)
        const { to, verb = 'update', more, ...auditFields } = change
        const previousVersion = guards.changedAt(before)
        const stamp = previousVersion === undefined ? {} : { updated_at: later(context.now, previousVersion) }
        const after: Row = { ...before, ...to, ...stamp }
        requireMayChange(after, context)
        await requireFreeName(tx, after)
        await rows.update(tx, id, { ...to, ...stamp } as never)
        if (isAudited(before) || isAudited(after)) {
          const defaultDetails =
            verb === 'update' ? { before: detailsBefore, after: { ...(await details(after, tx)), ...more } } : {}
          await tell(tx, context, { verb, target: id, ...defaultDetails, ...auditFields })
        }
        return showOne(tx, await require(tx, context, id), context)
      }),
    remove: (id: string, context: PanelContext, erase = definition.erase): Promise<undefined> =>
      inAccount(context, async (tx) => {
        const row = await require(tx, context, id)
        requireMayChange(row, context)
        const detailsBefore = await details(row, tx)
        const more = erase ? await erase(tx, row, context) : await rows.delete(tx, id)
        if (isAudited(row))
          await tell(tx, context, { verb: 'delete', target: id, before: { ...detailsBefore, ...more } })
        return undefined
      }),
  }
}

type GeneratedFields = Readonly<Record<'id' | 'account_id' | 'created_at' | 'updated_at', string>>
type OwnedChange = Readonly<{ verb: string; target: string; before?: AuditDetails; after?: AuditDetails }>

/** Two changes never have the same timestamp, or the second of two editors would not notice the first. */
const later = (now: Date, before: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
