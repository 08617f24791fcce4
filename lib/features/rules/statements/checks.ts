import { randomUUID } from 'node:crypto'

import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { putRow } from '@/lib/storage/engine/insert-new'
import type { Db } from '@/lib/storage/storage'

import type { RuledAccount } from '../tables'

/** The check that is not a kind of rule: whether hits wait to be reported. */
export const NOTIFICATIONS = 'telling'

export const EVENT_KINDS: readonly string[] = ['events', 'claim_deadline', 'risk']

/** Sorts before every instant, so the check is due in the next run. */
const DUE_NOW = ''

/** Starts regular checks of these kinds, within the transaction of the change that requires them. */
export async function openRuleChecks(db: AccountTx, accountId: string, kinds: readonly string[]): Promise<void> {
  for (const kind of new Set(kinds)) {
    await putRow(db, 'rule_looks', { account_id: accountId, kind, due_at: DUE_NOW }, ['account_id', 'kind'])
  }
}

/**
 * Marks existing checks of these kinds as due because new data arrived. Call it last in a transaction: it may wait for
 * row locks of running checks.
 */
export async function wakeRuleChecks(db: Db, accountId: string, kinds: readonly string[]): Promise<void> {
  await db
    .updateTable('rule_looks')
    .set({ due_at: DUE_NOW })
    .where('account_id', '=', accountId)
    .where('kind', 'in', [...kinds])
    .execute()
}

export type DueCheck = RuledAccount & { readonly kind: string }

/** Checks that are due now, with their accounts; inactive accounts are left out. */
export const listDueChecks = (db: Db, { now, kinds }: { readonly now: string; readonly kinds: readonly string[] }) =>
  db
    .selectFrom('rule_looks')
    .innerJoin('accounts', 'accounts.id', 'rule_looks.account_id')
    .select([
      'accounts.id',
      'accounts.slug',
      'accounts.name',
      'accounts.sealed_api_key',
      'accounts.created_at',
      'rule_looks.kind',
    ])
    .where('rule_looks.due_at', '<=', now)
    .where('rule_looks.kind', 'in', [...kinds])
    .where('accounts.state', '!=', 'inactive')
    .orderBy('accounts.slug')
    .execute()

/** Maximum duration of a check; if its process died, the check is repeated after this time. */
const LEASE_MS = 60_000

type RuleCheckKey = { readonly accountId: string; readonly kind: string }

/**
 * Begins a check. Anything that arrives from now on schedules another one; the returned mark shows whether something
 * did.
 */
export async function beginRuleCheck(db: Db, { accountId, kind }: RuleCheckKey, now: Date): Promise<string> {
  const mark = `${new Date(now.getTime() + LEASE_MS).toISOString()} ${randomUUID()}`
  await updateCheck(db, { accountId, kind }, { due_at: mark })
  return mark
}

/**
 * Ends a check that began with this mark and schedules the next one, unless something arrived in between. Undefined: as
 * soon as possible.
 */
export async function endRuleCheck(
  db: Db,
  check: RuleCheckKey & { readonly mark: string },
  next: Date | undefined,
): Promise<void> {
  await updateCheck(db, check, { due_at: next?.toISOString() ?? DUE_NOW })
}

async function updateCheck(
  db: Db,
  check: RuleCheckKey & { readonly mark?: string },
  to: { readonly due_at: string },
): Promise<void> {
  const { accountId, kind, mark } = check
  await db
    .updateTable('rule_looks')
    .set(to)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .$if(mark !== undefined, (query) => query.where('due_at', '=', mark ?? ''))
    .execute()
}

/** Removes the check of a kind without enabled rules, until a rule is saved. */
export async function dropRuleCheck(
  db: Db,
  { accountId, kind, mark }: RuleCheckKey & { readonly mark: string },
): Promise<void> {
  await db
    .deleteFrom('rule_looks')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('due_at', '=', mark)
    .execute()
}
