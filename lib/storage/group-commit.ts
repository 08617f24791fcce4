import { setImmediate } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import type { Storage } from './open'
import type { Database } from './tables'

type Db = Kysely<Database>
type Work<T> = (db: Db) => Promise<T>
/** One call: runs inside the group's transaction, and learns how it ended. */
type Member = { run(db: Db): Promise<void>; succeed(): void; fail(error: unknown): void }

/** Bounds how long other processes wait for SQLite's one write lock, and how long the first waits for the last. */
const MAX_MEMBERS = 64

const groups = new WeakMap<Storage, Group>()

/**
 * Runs `work` in a transaction and resolves when that is committed; what `work` throws rolls it back and is thrown. On
 * SQLite, where a durable commit costs more than most calls, those that arrive together share one: they run one after
 * another, each in a savepoint of its own, so that one that fails undoes nothing of the others.
 */
export function inTransaction<T>(storage: Storage, work: Work<T>): Promise<T> {
  if (storage.engine === 'postgres') return storage.db.transaction().execute(work)
  const group = groups.get(storage) ?? new Group(storage.db)
  groups.set(storage, group)
  return group.join(work)
}

class Group {
  readonly #db: Db
  #waiting: Member[] = []
  #running = false

  constructor(db: Db) {
    this.#db = db
  }

  join<T>(work: Work<T>): Promise<T> {
    const joined = new Promise<T>((resolve, reject) => {
      let settle = () => {}
      this.#waiting.push({
        run: async (db) => {
          const result = await work(db)
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
      await commitTogether(this.#db, this.#waiting.splice(0, MAX_MEMBERS))
    }
    this.#running = false
  }
}

async function commitTogether(db: Db, members: readonly Member[]): Promise<void> {
  let done: readonly Member[] = []
  try {
    done = await db.transaction().execute((on) => runEach(on, members))
  } catch (error) {
    // The transaction is gone and with it everybody's work; who had failed already hears this a second time, in vain.
    for (const member of members) member.fail(error)
    return
  }
  for (const member of done) member.succeed()
}

/** Those that succeeded; the others know it, because what is undone needs no commit. */
async function runEach(db: Db, members: readonly Member[]): Promise<Member[]> {
  const done: Member[] = []
  for (const member of members) {
    await sql`savepoint member`.execute(db)
    try {
      await member.run(db)
      done.push(member)
    } catch (error) {
      // SQLite may have rolled everything back by itself (disk full): then this throws, for everybody.
      await sql`rollback to member`.execute(db)
      member.fail(error)
    }
    await sql`release member`.execute(db)
  }
  return done
}
