import { randomUUID } from 'node:crypto'

import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { putRow } from '@/lib/storage/engine/insert-new'
import type { Db } from '@/lib/storage/storage'

import type { RuledAccount } from '../tables'

/** What is looked at beside the kinds of rules: whether anything waits to be told. */
export const TELLING = 'telling'

/** Kinds of rules that look at events. */
export const KINDS_OF_EVENTS: readonly string[] = ['events', 'claim_deadline', 'risk']

/** An instant before all others: the next turn looks. */
const NOW = ''

/** Something is to be looked at from now on; within the transaction of what changed it. */
export async function openRuleLooks(db: AccountTx, accountId: string, kinds: readonly string[]): Promise<void> {
  for (const kind of new Set(kinds)) {
    await putRow(db, 'rule_looks', { account_id: accountId, kind, due_at: NOW }, ['account_id', 'kind'])
  }
}

/** Something came that rules of these kinds look at, where there are any. Last in its transaction: it waits for whoever looks. */
export async function wakeRuleLooks(db: Db, accountId: string, kinds: readonly string[]): Promise<void> {
  await db
    .updateTable('rule_looks')
    .set({ due_at: NOW })
    .where('account_id', '=', accountId)
    .where('kind', 'in', [...kinds])
    .execute()
}

export type DueLook = RuledAccount & { readonly kind: string }

/** What is to be looked at now, with its account; not of inactive ones. */
export const listDueLooks = (db: Db, { now, kinds }: { readonly now: string; readonly kinds: readonly string[] }) =>
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

/** How long a look may take; one whose process died is repeated after it. */
const LEASE_MS = 60_000

type Look = { readonly accountId: string; readonly kind: string }

/** Begins a look. Whatever comes from now on is a further one; the mark tells whether anything did. */
export async function beginRuleLook(db: Db, { accountId, kind }: Look, now: Date): Promise<string> {
  const mark = `${new Date(now.getTime() + LEASE_MS).toISOString()} ${randomUUID()}`
  await settle(db, { accountId, kind }, { due_at: mark })
  return mark
}

/** Ends a look that began with a mark: the next one is at an instant, unless something came meanwhile. Undefined: as soon as possible. */
export async function endRuleLook(
  db: Db,
  look: Look & { readonly mark: string },
  next: Date | undefined,
): Promise<void> {
  await settle(db, look, { due_at: next?.toISOString() ?? NOW })
}

async function settle(db: Db, look: Look & { readonly mark?: string }, to: { readonly due_at: string }): Promise<void> {
  const { accountId, kind, mark } = look
  await db
    .updateTable('rule_looks')
    .set(to)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .$if(mark !== undefined, (query) => query.where('due_at', '=', mark ?? ''))
    .execute()
}

/** No rule of the kind is on: there is nothing to look at until one is saved. */
export async function dropRuleLook(db: Db, { accountId, kind, mark }: Look & { readonly mark: string }): Promise<void> {
  await db
    .deleteFrom('rule_looks')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('due_at', '=', mark)
    .execute()
}
