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
  type OwnSeer,
  type SeenRow,
  TEAM_OWNER,
} from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from './context'

type OwnedTable = Parameters<typeof ownedRows>[0]

/** Who asks, as far as it decides what they see. */
export const asSeer = ({ account, user }: Pick<PanelContext, 'account' | 'user'>): OwnSeer => ({
  accountId: account.id,
  userId: user.id,
})

/** What differs from one thing that users make, name, change and delete to another. */
type Thing<T extends OwnedTable, Shown> = {
  readonly rows: OwnedRows<T>
  /** Of its rows in the contract, and of its actions in the audit log. */
  readonly noun: string
  /** As refusals call one of them. */
  readonly called: string
  /** Of an account, or of each owner. */
  readonly most: number | ((row: OwnedRow<T>) => number)
  readonly isCountedByOwner?: boolean
  readonly mayShareNames?: boolean
  /** Who may change the team's; absent: whoever may call its rows. */
  readonly teamRoles?: readonly Role[] | ((row: OwnedRow<T>) => readonly Role[])
  /** Whether the user may have it at all; absent: all that are theirs or the team's. */
  readonly isSeen?: (row: SeenRow<T>, context: PanelContext) => boolean
  /** How an edit is refused that did not see the one before, and the field that then has what stands now. */
  readonly changed?: readonly [code: ErrorCode, field: string]
  readonly details: (row: OwnedRow<T>, db: Db) => AuditDetails | Promise<AuditDetails>
  /** Whether the log tells of it; absent: of all. */
  readonly isTold?: (row: OwnedRow<T>) => boolean
  readonly show: (db: Db, rows: readonly SeenRow<T>[], context: PanelContext) => Promise<Shown[]> | Shown[]
  /** Where its row is not just deleted; gives what is told beside its details. */
  readonly erase?: Erase<T>
}

type Erase<T extends OwnedTable> = (
  tx: AccountTx,
  row: SeenRow<T>,
  context: PanelContext,
) => Promise<AuditDetails | undefined>

/** What a creation does beside its row. */
type Beside<T extends OwnedTable> = {
  /** What belongs to it in other tables. */
  readonly put?: (tx: AccountTx, row: OwnedRow<T>) => Promise<void>
  /** False: the log has another entry for it. */
  readonly isTold?: boolean
}

/** A change of a row, and how it is told where that is not as an update with the details of before and after. */
type Change<T extends OwnedTable> = {
  readonly to: Partial<OwnedRow<T>>
  readonly verb?: string
  readonly before?: AuditDetails
  readonly after?: AuditDetails
  /** Told beside the details of after. */
  readonly more?: AuditDetails
}

/** What every change of a thing asks first. */
function guardsOf<T extends OwnedTable, Shown extends { readonly id: string; readonly name: string }>(
  thing: Thing<T, Shown>,
) {
  const { rows, noun, called } = thing
  type Row = SeenRow<T>

  const ownerOf = (row: object): unknown => ('owner' in row ? row.owner : undefined)
  const changedAt = (row: object): string | undefined => ('updated_at' in row ? String(row.updated_at) : undefined)

  async function require(db: Db, context: PanelContext, id: string): Promise<Row> {
    const row = await rows.find(db, asSeer(context), id)
    if (!row || thing.isSeen?.(row, context) === false) throw new HttpError('not_found', `There is no such ${called}`)
    return row
  }

  /** Sound: where roles depend on the row, whole ones are asked about. */
  const teamRolesOf = (row: object): readonly Role[] | undefined =>
    typeof thing.teamRoles === 'function' ? thing.teamRoles(row as OwnedRow<T>) : thing.teamRoles

  /** Own ones everybody who sees them, the team's by role. */
  const mayChange = (row: object, { user }: Pick<PanelContext, 'user'>): boolean => {
    const owner = ownerOf(row)
    if (owner !== TEAM_OWNER) return owner === undefined || owner === user.id
    return teamRolesOf(row)?.includes(user.role) ?? true
  }

  function requireMayChange(row: object, context: Pick<PanelContext, 'user'>): void {
    if (mayChange(row, context)) return
    throw new HttpError('role_required', `Your role may not change a ${called} of the team`, {
      extra: { roles: teamRolesOf(row) },
    })
  }

  async function showOne(db: Db, row: Row, context: PanelContext): Promise<Shown> {
    const [shown] = await thing.show(db, [row], context)
    if (shown === undefined) throw new HttpError('not_found', `There is no such ${called}`)
    return shown
  }

  async function requireRoom(db: Db, row: OwnedRow<T>): Promise<void> {
    const owner = String('user_id' in row ? row.user_id : ownerOf(row))
    const count = await rows.count(db, row, thing.isCountedByOwner ? owner : undefined)
    const most = typeof thing.most === 'function' ? thing.most(row) : thing.most
    if (count >= most) throw new HttpError('limit', `There can be ${most} of a ${called}`, { extra: { limit: most } })
  }

  async function requireFreeName(db: Db, row: OwnedRow<T>): Promise<void> {
    if (thing.mayShareNames || !(await rows.findNamesake(db, row))) return
    const msg = `There is a ${called} of this name`
    throw new ValidationError([{ loc: ['body', 'name'], msg, type: 'name_taken', input: row.name }])
  }

  async function requireUnchanged(
    db: Db,
    { row, seenAt }: { row: Row; seenAt: string | undefined },
    context: PanelContext,
  ) {
    const stands = changedAt(row)
    if (thing.changed === undefined || seenAt === undefined || stands === undefined) return
    if (Date.parse(seenAt) >= Date.parse(stands)) return
    const [code, field] = thing.changed
    throw new HttpError(code, `Somebody else has changed the ${called} meanwhile`, {
      extra: { [field]: await showOne(db, row, context) },
    })
  }

  /** Sound: the log has words for what a definition does, or its test does not find them. */
  const tell = (tx: AccountTx, context: PanelContext, { verb, ...change }: Told): Promise<void> =>
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
    tell,
  }
}

/**
 * List, creation, change and deletion of what users own. Each change is one transaction that holds the account: limit, name, rights and what
 * somebody else saved meanwhile are looked at in it, and its entry in the audit log is there with it or not at all.
 */
export function defineOwned<T extends OwnedTable, Shown extends { readonly id: string; readonly name: string }>(
  thing: Thing<T, Shown>,
) {
  const { rows, details, isTold = () => true } = thing
  const guards = guardsOf(thing)
  const { require, mayChange, requireMayChange, showOne, requireRoom, requireFreeName, tell } = guards
  type Row = SeenRow<T>
  return {
    require,
    mayChange,
    requireMayChange,
    requireRoom,
    tell,
    /** All that the user sees and that `isWanted`, by name. */
    list: async (
      context: PanelContext,
      isWanted: (row: SeenRow<T>) => boolean = () => true,
    ): Promise<{ items: Shown[] }> => {
      const { db } = context.storage
      const seen = (await rows.list(db, asSeer(context))).filter(isWanted)
      const shown = seen.length === 0 ? [] : await thing.show(db, seen, context)
      return { items: shown.toSorted((a, b) => a.name.localeCompare(b.name, 'pl') || compareValues(a.id, b.id)) }
    },
    create: (
      context: PanelContext,
      make: (given: Given, tx: AccountTx) => OwnedRow<T> | Promise<OwnedRow<T>>,
      beside: Beside<T> = {},
    ): Promise<Shown> =>
      inAccount(context, async (tx) => {
        const at = context.now.toISOString()
        const row = await make({ id: randomUUID(), account_id: context.account.id, created_at: at, updated_at: at }, tx)
        requireMayChange(row, context)
        await requireRoom(tx, row)
        await requireFreeName(tx, row)
        await rows.insert(tx, row as never)
        await beside.put?.(tx, row)
        if (beside.isTold !== false && isTold(row))
          await tell(tx, context, { verb: 'create', target: row.id, after: await details(row, tx) })
        return showOne(tx, await require(tx, context, row.id), context)
      }),
    /** `work` gives undefined where nothing changes. */
    change: (
      { id, updated_at: seenAt }: { readonly id: string; readonly updated_at?: string | undefined },
      context: PanelContext,
      work: (tx: AccountTx, before: Row) => Promise<Change<T>> | Change<T> | undefined,
    ): Promise<Shown> =>
      inAccount(context, async (tx) => {
        const before = await require(tx, context, id)
        requireMayChange(before, context)
        await guards.requireUnchanged(tx, { row: before, seenAt }, context)
        const was = await details(before, tx)
        const change = await work(tx, before)
        if (change === undefined) return showOne(tx, before, context)
        const { to, verb = 'update', more, ...told } = change
        const stood = guards.changedAt(before)
        const stamp = stood === undefined ? {} : { updated_at: later(context.now, stood) }
        const after: Row = { ...before, ...to, ...stamp }
        requireMayChange(after, context)
        await requireFreeName(tx, after)
        await rows.update(tx, id, { ...to, ...stamp } as never)
        if (isTold(before) || isTold(after)) {
          const usual = verb === 'update' ? { before: was, after: { ...(await details(after, tx)), ...more } } : {}
          await tell(tx, context, { verb, target: id, ...usual, ...told })
        }
        return showOne(tx, await require(tx, context, id), context)
      }),
    remove: (id: string, context: PanelContext, erase = thing.erase): Promise<undefined> =>
      inAccount(context, async (tx) => {
        const row = await require(tx, context, id)
        requireMayChange(row, context)
        const was = await details(row, tx)
        const more = erase ? await erase(tx, row, context) : await rows.delete(tx, id)
        if (isTold(row)) await tell(tx, context, { verb: 'delete', target: id, before: { ...was, ...more } })
        return undefined
      }),
  }
}

type Given = Readonly<Record<'id' | 'account_id' | 'created_at' | 'updated_at', string>>
type Told = Readonly<{ verb: string; target: string; before?: AuditDetails; after?: AuditDetails }>

/** Two changes never have one instant, or the second of two editors would not be told. */
const later = (now: Date, before: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
