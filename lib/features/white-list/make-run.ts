import { createHash } from 'node:crypto'

import type { Insertable } from 'kysely'

import { maySpend } from '@/lib/domain/spending'
import { readAccountSettings } from '@/lib/features/account-settings/statements'
import { listReaders } from '@/lib/features/rules/statements/rules'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { NUMBERS_A_CALL } from './chunks'
import { insertWhiteListNumbers, insertWhiteListRows } from './statements/numbers'
import { insertWhiteListRun } from './statements/runs'
import type { WhiteListNumberTable, WhiteListRowTable, WhiteListRunTable } from './tables'

/** The payer has to be a member of the account with the right to spend. */
export async function mayPay(db: Db, accountId: string, userId: string): Promise<boolean> {
  const member = (await listReaders(db, accountId)).find(({ user_id: id }) => id === userId)
  if (member === undefined) return false
  return maySpend(member.role, (await readAccountSettings(db, accountId)).spending_roles)
}

/** One row to be checked, in normalised form. */
export type RunRow = {
  readonly line: number
  readonly kind: WhiteListNumberTable['kind']
  readonly value: string
  readonly account: string | null
  readonly day: string | null
}

type NewRun = Pick<WhiteListRunTable, 'id' | 'account_id' | 'schedule_id' | 'name' | 'created_by' | 'payer'> & {
  readonly afterMidnight: boolean
  /** 0: as many units as there are numbers. */
  readonly budget: number
  readonly now: Date
}

/** Creates a run with each row and each number once. Undefined if a run with this id exists. */
export async function makeRun(
  db: AccountTx,
  { afterMidnight, budget, now, ...fields }: NewRun,
  rows: readonly RunRow[],
): Promise<WhiteListRunTable | undefined> {
  const ids = { run_id: fields.id, account_id: fields.account_id }
  const positions = new Map<string, number>()
  const rowKeys = new Set<string>()
  const numbers: Insertable<WhiteListNumberTable>[] = []
  const uniqueRows: WhiteListRowTable[] = []
  for (const { line, kind, value, account, day } of rows) {
    const rowKey = `${kind} ${value} ${account ?? ''} ${day ?? ''}`
    if (rowKeys.has(rowKey)) continue
    rowKeys.add(rowKey)
    const number = positions.get(`${kind} ${value}`) ?? numbers.length
    if (number === numbers.length) {
      positions.set(`${kind} ${value}`, number)
      numbers.push({ ...ids, state: 'waiting', position: number, kind, value, folded: value })
    }
    uniqueRows.push({ ...ids, position: uniqueRows.length, line, number, account, day, verdict: null })
  }
  const run: WhiteListRunTable = {
    ...fields,
    ...NEW_RUN,
    list_sha256: hashOf(rows),
    created_at: now.toISOString(),
    rows: uniqueRows.length,
    numbers: numbers.length,
    after_midnight: afterMidnight ? 1 : 0,
    budget_units: budget,
  }
  if (!(await insertWhiteListRun(db, run))) return undefined
  await insertWhiteListNumbers(db, numbers)
  await insertWhiteListRows(db, uniqueRows)
  return run
}

const NEW_RUN = {
  state: 'running',
  reason: null,
  message: null,
  wait_until: null,
  finished_at: null,
  units: 0,
  unsaid: 0,
  keeps_keys: 0,
  chunk_key: null,
  chunk_at: null,
  chunk_size: NUMBERS_A_CALL,
  failures: 0,
  claimed_by: null,
  claimed_until: null,
} as const

/** The same numbers with the same accounts are the same list, regardless of order and day. */
const hashOf = (rows: readonly RunRow[]): string =>
  createHash('sha256')
    .update(
      [...new Set(rows.map(({ kind, value, account }) => `${kind} ${value} ${account ?? ''}`))].toSorted().join('\n'),
    )
    .digest('hex')
