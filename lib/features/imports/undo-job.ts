import { randomUUID } from 'node:crypto'

import { isApiError } from '@/lib/domain/api-error'
import { groupBy } from '@/lib/domain/collections/group-by'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'

import { countUndoable } from './read'
import { type StoredImport, listUndoing } from './statements'
import { continueUndo } from './undo'

/** Imports of an account alternate, so that a long one does not delay the others. */
const PART_SIZE = 500

type Account = Awaited<ReturnType<typeof listAccountRows>>[number]

/** False if the undo is complete or cannot continue now. */
async function continueImport(dependencies: PanelJobDependencies, row: StoredImport, account: Account | undefined) {
  if (account === undefined) return false
  const { storage, clock, log } = dependencies
  const callService = dependencies.callFor(account)
  const input = { storage, now: clock(), requestId: randomUUID(), address: null, callService }
  try {
    return countUndoable(await continueUndo(input, row, PART_SIZE)) > 0
  } catch (error) {
    // Rate limiting by a remote service is not an error: the next run is soon.
    if (isApiError(error) && error.status === 429) return false
    log.warn(
      { err: error, account: account.slug, import: row.id },
      'the undo of an import was interrupted; the next run retries',
    )
    return false
  }
}

/** Continues undos that users have started and left: a long undo does not need its page. */
export const importsUndoJob: PanelJob = {
  name: 'imports.undo',
  everyMs: 15_000,
  run: async (dependencies, stopping) => {
    const { db } = dependencies.storage
    const undoing = await listUndoing(db)
    if (undoing.length === 0) return
    const accounts = new Map((await listAccountRows(db)).map((account) => [account.id, account]))
    const continueAll = async (accountId: string, accountImports: readonly StoredImport[]) => {
      for (let rows = accountImports; rows.length > 0;) {
        const remaining: StoredImport[] = []
        for (const row of rows) {
          if (stopping?.aborted === true) return
          if (await continueImport(dependencies, row, accounts.get(accountId))) remaining.push(row)
        }
        rows = remaining
      }
    }
    await forEachAccount(
      groupBy(undoing, ({ account_id: id }) => id),
      ([id, rows]) => continueAll(id, rows),
      {
        ...dependencies,
        stopping,
        job: 'imports.undo',
        accountOf: ([id]) => id,
        failureMessage: 'the undo of imports was interrupted; the next run retries',
      },
    )
  },
}
