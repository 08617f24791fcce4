import { CompiledQuery } from 'kysely'

import { BatchQueue } from '@/lib/storage/engine/batch-queue'
import { isLost, isOfStore, isOutage } from '@/lib/storage/engine/outage'
import { isMixedUp } from '@/lib/storage/engine/prepared'
import { repeatLost } from '@/lib/storage/engine/repeat'
import type { Db, Storage } from '@/lib/storage/storage'

import { chargeInPipeline } from './charge-pipeline'
import { chargeStore } from './charge-store'
import { Charges } from './charges'

type Work<T> = (db: Db, charges: Charges) => Promise<T>
/** What a call does besides charging: read and write, only read, or nothing. Only successful calls are charged. */
type Kind = 'writes' | 'reads' | 'charges'
/** One call: it runs inside the group's transaction and is notified of the outcome. */
type Member = {
  readonly kind: Kind
  run(db: Db, charges: Charges): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

/** Limits how long others wait for the locks of a group, and its first member for the last. */
const MAX_MEMBERS = 64

const groups = new WeakMap<Storage, Map<string, Group>>()

/**
 * Runs `work` in a transaction and resolves after the commit; an error of `work` rolls back and is rethrown. On SQLite
 * a durable commit costs more than most calls, so calls that arrive together share one transaction: they run one after
 * another, each in a separate savepoint, so a failing call undoes only its own changes.
 */
export function inTransaction<T>(storage: Storage, work: Work<T>): Promise<T> {
  return storage.engine === 'sqlite' ? groupOf(storage, '').join(work, 'writes') : inOwnTransaction(storage, work)
}

export type ChargeGroupKey = { readonly accountId: string; readonly month: string }

/**
 * For work whose only write is its charge. PostgreSQL calls share a transaction too, because they would wait for each
 * other's lock and commit anyway. A group has one month only: calls that began before the end of a month may charge
 * after later ones, and two processes that lock two months in different order would deadlock.
 */
export function inGroup<T>(storage: Storage, groupKey: ChargeGroupKey, work: Work<T>): Promise<T> {
  return groupOf(storage, nameOf(storage, groupKey)).join(work, 'reads')
}

/** For work that does nothing but charge. */
export function chargeInGroup<T>(
  storage: Storage,
  groupKey: ChargeGroupKey,
  work: (charges: Charges) => Promise<T>,
): Promise<T> {
  const decide: Work<T> = (_db, charges) => work(charges)
  return groupOf(storage, nameOf(storage, groupKey)).join(decide, 'charges')
}

const nameOf = ({ engine }: Storage, { accountId, month }: ChargeGroupKey) =>
  engine === 'sqlite' ? '' : `${accountId} ${month}`

function inOwnTransaction<T>({ db }: Storage, work: Work<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const charges = new Charges(chargeStore(tx))
    const result = await work(tx, charges)
    await charges.flush()
    return result
  })
}

function groupOf(storage: Storage, name: string): Group {
  const ofStorage = groups.get(storage) ?? new Map<string, Group>()
  groups.set(storage, ofStorage)
  const group = ofStorage.get(name) ?? new Group(storage, () => ofStorage.delete(name))
  ofStorage.set(name, group)
  return group
}

class Group {
  readonly #queue: BatchQueue<Member>

  constructor(storage: Storage, atRest: () => void) {
    this.#queue = new BatchQueue({
      run: (members) => commitTogether(storage, members),
      maxBatchSize: MAX_MEMBERS,
      onIdle: atRest,
    })
  }

  join<T>(work: Work<T>, kind: Kind): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let settle = () => {}
      this.#queue.join({
        kind,
        run: async (db, charges) => {
          const result = await work(db, charges)
          settle = () => resolve(result)
        },
        succeed: () => settle(),
        fail: reject,
      })
    })
  }
}

/**
 * An error before the commit is attributed to one member, and the others run again separately. A failed commit or an
 * unreachable store fails all members.
 */
async function commitTogether(storage: Storage, members: readonly Member[]): Promise<void> {
  const open = new Set(members)
  let committing = false
  try {
    await runTransaction(storage, {
      onlyCharges: members.every(({ kind }) => kind === 'charges'),
      run: (db, charges) => runEach(db, charges, open),
      committing: () => {
        committing = true
      },
    })
    for (const member of open) member.succeed()
  } catch (thrown) {
    const error = thrown instanceof BrokenTransaction ? thrown.cause : thrown
    for (const member of open) await (committing || isOutage(error) ? member.fail(error) : runAlone(storage, member))
  }
}

/** An error that broke the transaction and is not known to be caused by the member that met it. */
class BrokenTransaction extends Error {}

type Transaction = { readonly onlyCharges: boolean; readonly run: Work<void>; readonly committing: () => void }

function runTransaction({ db: store, pool }: Storage, { onlyCharges, run, committing }: Transaction): Promise<void> {
  if (pool && onlyCharges) {
    return repeatLost(() =>
      chargeInPipeline({ db: store, pool }, { decide: (charges) => run(store, charges), committing }),
    )
  }
  return store.transaction().execute(async (db) => {
    const charges = new Charges(chargeStore(db))
    await run(db, charges)
    await charges.flush()
    committing()
  })
}

/**
 * Runs the members and leaves the successful ones in `open`. Failed members are notified immediately, because their
 * changes are already undone.
 */
async function runEach(db: Db, charges: Charges, open: Set<Member>): Promise<void> {
  for (const member of open) {
    charges.checkpoint()
    try {
      await (member.kind === 'writes' ? runInSavepoint(db, charges, member) : member.run(db, charges))
    } catch (error) {
      if (error instanceof BrokenTransaction) throw error
      // The error was not caused by a member, so all of them run again.
      if (isLost(error) || isMixedUp(error)) throw error
      charges.rollback()
      open.delete(member)
      member.fail(error)
      // PostgreSQL accepts no statement after one has failed in a transaction, and SQLite may have rolled it back.
      if (member.kind !== 'writes' && isOfStore(error)) throw error
    }
  }
}

async function runAlone(storage: Storage, member: Member): Promise<void> {
  try {
    await inOwnTransaction(storage, (db, charges) => member.run(db, charges))
    member.succeed()
  } catch (error) {
    member.fail(error)
  }
}

async function runInSavepoint(db: Db, charges: Charges, member: Member): Promise<void> {
  // The member may read previous charges, and a rollback to its savepoint must not undo them.
  await breakOnError(charges.flush())
  await breakOnError(db.executeQuery(savepoint))
  try {
    await member.run(db, charges)
    await charges.flush()
  } catch (error) {
    // If the savepoint does not exist, SQLite has rolled back the whole transaction.
    await breakOnError(db.executeQuery(rollback), error)
    await breakOnError(db.executeQuery(release), error)
    throw error
  }
  await breakOnError(db.executeQuery(release))
}

/** A failure of this step affects all members: it concerns previous charges or the transaction itself. */
async function breakOnError(step: Promise<unknown>, cause?: unknown): Promise<void> {
  try {
    await step
  } catch (error) {
    throw new BrokenTransaction('The transaction is broken', { cause: cause ?? error })
  }
}

const savepoint = CompiledQuery.raw('savepoint member')
const rollback = CompiledQuery.raw('rollback to member')
const release = CompiledQuery.raw('release member')
