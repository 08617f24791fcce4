import { setImmediate } from 'node:timers/promises'

import { CompiledQuery, type Kysely } from 'kysely'
import { DatabaseError } from 'pg'

import { Charges } from './charges'
import type { Storage } from './open'
import { isOutage } from './outage'
import type { Database } from './tables'

type Db = Kysely<Database>
type Work<T> = (db: Db, charges: Charges) => Promise<T>
/** One call: runs inside the group's transaction, and learns how that ended. */
type Member = {
  /** Changes nothing but what it charges, and that only when it succeeds. */
  readonly onlyCharges: boolean
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
  return storage.engine === 'sqlite' ? groupOf(storage, '').join(work, false) : alone(storage, work)
}

/**
 * The same for work that writes nothing but its charge of `accountId`. On PostgreSQL too such calls share a transaction:
 * they would wait for each other's lock of the account's month anyway, and for each other's commit with it.
 */
export function inGroup<T>(storage: Storage, accountId: string, work: Work<T>): Promise<T> {
  return groupOf(storage, storage.engine === 'sqlite' ? '' : accountId).join(work, true)
}

function alone<T>({ db, engine }: Storage, work: Work<T>): Promise<T> {
  return db.transaction().execute(async (on) => {
    const charges = new Charges({ db: on, engine })
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
  readonly #storage: Storage
  readonly #end: () => void
  #waiting: Member[] = []
  #running = false

  constructor(storage: Storage, end: () => void) {
    this.#storage = storage
    this.#end = end
  }

  join<T>(work: Work<T>, onlyCharges: boolean): Promise<T> {
    const joined = new Promise<T>((resolve, reject) => {
      let settle = () => {}
      this.#waiting.push({
        onlyCharges,
        run: async (db, charges) => {
          const result = await work(db, charges)
          settle = () => resolve(result)
        },
        succeed: () => settle(),
        fail: reject,
      })
    })
    if (!this.#running) void this.#run()
    return joined
  }

  /** First come, first served. Never rejects. */
  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      // A turn of the event loop, in which the calls that came during the last commit are read and join.
      await setImmediate()
      await commitTogether(this.#storage, this.#waiting.splice(0, MAX_MEMBERS))
    }
    this.#running = false
    this.#end()
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
    await storage.db.transaction().execute(async (db) => {
      const charges = new Charges({ db, engine: storage.engine })
      await runEach(db, charges, open)
      await charges.flush()
      committing = true
    })
    for (const member of open) member.succeed()
  } catch (error) {
    for (const member of open) await (committing || isOutage(error) ? member.fail(error) : runAlone(storage, member))
  }
}

/** Leaves those that succeeded. The others are told at once: what they did is undone and needs no commit. */
async function runEach(db: Db, charges: Charges, open: Set<Member>): Promise<void> {
  for (const member of open) {
    try {
      await (member.onlyCharges ? member.run(db, charges) : runInSavepoint(db, charges, member))
    } catch (error) {
      open.delete(member)
      member.fail(error)
      // PostgreSQL takes nothing more in a transaction in which a statement has failed.
      if (error instanceof DatabaseError) throw error
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
  await charges.flush()
  await db.executeQuery(savepoint)
  try {
    await member.run(db, charges)
    await charges.flush()
  } catch (error) {
    await db.executeQuery(rollback)
    throw error
  } finally {
    await db.executeQuery(release)
  }
}

const savepoint = CompiledQuery.raw('savepoint member')
const rollback = CompiledQuery.raw('rollback to member')
const release = CompiledQuery.raw('release member')
