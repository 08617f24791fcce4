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
/** What a call does beside charging: it reads and writes; it only reads; nothing. Charged is only what succeeds. */
type Kind = 'writes' | 'reads' | 'charges'
/** One call: runs inside the group's transaction, and learns how that ended. */
type Member = {
  readonly kind: Kind
  run(db: Db, charges: Charges): Promise<void>
  succeed(): void
  fail(error: unknown): void
}

/** Bounds how long others wait for the locks of a group, and its first member for its last. */
const MAX_MEMBERS = 64

const groups = new WeakMap<Storage, Map<string, Group>>()

/**
 * Runs `work` in a transaction and resolves when that is committed; what `work` throws rolls it back and is thrown. On
 * SQLite, where a durable commit costs more than most calls, those that arrive together share one: they run one after
 * another, each in a savepoint of its own, so that one that fails undoes nothing of the others.
 */
export function inTransaction<T>(storage: Storage, work: Work<T>): Promise<T> {
  return storage.engine === 'sqlite' ? groupOf(storage, '').join(work, 'writes') : alone(storage, work)
}

/** What is charged: the counters that a transaction locks. */
export type Charged = { readonly accountId: string; readonly month: string }

/**
 * The same for work that writes nothing but its charge. On PostgreSQL too such calls share a transaction: they would wait for
 * each other's lock of the account's month anyway, and for each other's commit with it. Only those of one month: calls that
 * began before its end may charge after others that began later, and two processes that lock two months in two orders would
 * wait for each other for ever.
 */
export function inGroup<T>(storage: Storage, charged: Charged, work: Work<T>): Promise<T> {
  return groupOf(storage, nameOf(storage, charged)).join(work, 'reads')
}

/** The same for work that neither reads nor writes anything but charges. */
export function chargeInGroup<T>(
  storage: Storage,
  charged: Charged,
  work: (charges: Charges) => Promise<T>,
): Promise<T> {
  const decide: Work<T> = (_db, charges) => work(charges)
  return groupOf(storage, nameOf(storage, charged)).join(decide, 'charges')
}

const nameOf = ({ engine }: Storage, { accountId, month }: Charged) =>
  engine === 'sqlite' ? '' : `${accountId} ${month}`

function alone<T>({ db }: Storage, work: Work<T>): Promise<T> {
  return db.transaction().execute(async (on) => {
    const charges = new Charges(chargeStore(on))
    const result = await work(on, charges)
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
    this.#queue = new BatchQueue({ run: (members) => commitTogether(storage, members), most: MAX_MEMBERS, atRest })
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
 * What breaks the transaction before its commit is one member's, and the others are run again, alone. A commit that failed,
 * or a store that cannot be reached, is everybody's.
 */
async function commitTogether(storage: Storage, members: readonly Member[]): Promise<void> {
  const open = new Set(members)
  let committing = false
  try {
    await runTransaction(storage, {
      pure: members.every(({ kind }) => kind === 'charges'),
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

/** What broke the transaction, when that is not known to be the fault of the member that found it. */
class BrokenTransaction extends Error {}

type Transaction = { readonly pure: boolean; readonly run: Work<void>; readonly committing: () => void }

function runTransaction({ db: store, pool }: Storage, { pure, run, committing }: Transaction): Promise<void> {
  if (pool && pure) {
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

/** Leaves those that succeeded. The others are told at once: what they did is undone and needs no commit. */
async function runEach(db: Db, charges: Charges, open: Set<Member>): Promise<void> {
  for (const member of open) {
    try {
      await (member.kind === 'writes' ? runInSavepoint(db, charges, member) : member.run(db, charges))
    } catch (error) {
      if (error instanceof BrokenTransaction) throw error
      // No member's fault: all of them are run again.
      if (isLost(error) || isMixedUp(error)) throw error
      open.delete(member)
      member.fail(error)
      // PostgreSQL takes nothing more in a transaction in which a statement has failed, and SQLite may have rolled it back.
      if (member.kind !== 'writes' && isOfStore(error)) throw error
    }
  }
}

async function runAlone(storage: Storage, member: Member): Promise<void> {
  try {
    await alone(storage, (db, charges) => member.run(db, charges))
    member.succeed()
  } catch (error) {
    member.fail(error)
  }
}

async function runInSavepoint(db: Db, charges: Charges, member: Member): Promise<void> {
  // It may read what was charged before it, and undoes only itself.
  await orBroken(charges.flush())
  await orBroken(db.executeQuery(savepoint))
  try {
    await member.run(db, charges)
    await charges.flush()
  } catch (error) {
    // Without its savepoint there is no transaction any more: SQLite has rolled back all of it.
    await orBroken(db.executeQuery(rollback), error)
    await orBroken(db.executeQuery(release), error)
    throw error
  }
  await orBroken(db.executeQuery(release))
}

/** What fails here is everybody's: the charges of the members before, or the transaction itself. */
async function orBroken(step: Promise<unknown>, cause?: unknown): Promise<void> {
  try {
    await step
  } catch (error) {
    throw new BrokenTransaction('The transaction is broken', { cause: cause ?? error })
  }
}

const savepoint = CompiledQuery.raw('savepoint member')
const rollback = CompiledQuery.raw('rollback to member')
const release = CompiledQuery.raw('release member')
