import { addDays, type Day, startOfDay } from '@/lib/domain/calendar'
import { insertAccount } from '@/lib/storage/accounts'
import { insertFilter, replaceFilterItems } from '@/lib/storage/filters'
import { insertKey } from '@/lib/storage/keys'
import type { AccountTable } from '@/lib/storage/tables'

import { newKeyRow } from '../api-keys'
import type { Context } from '../context'
import { checkContent } from '../filter-content'
import type { SampleAccount } from './sample-accounts'
import { makeFilters } from './sample-filters'
import { uuidFrom } from './stable-uuid'

const ACCOUNT_AGE_DAYS = 430
const KEY_AGE_DAYS = 60

const before = (today: Day, days: number): Date => startOfDay(addDays(today, -days))

export async function loadAccount(db: Context['db'], account: SampleAccount, today: Day): Promise<AccountTable> {
  const { slug, name, plan, state } = account
  const row: AccountTable = {
    id: uuidFrom('account', slug),
    slug,
    name,
    plan,
    state,
    limits: '{}',
    spend_cap_pln: null,
    sealed_api_key: null,
    created_at: before(today, ACCOUNT_AGE_DAYS).toISOString(),
  }
  await insertAccount(db, row)
  await loadKeys(db, account, { accountId: row.id, today })
  return row
}

type Owner = { accountId: string; today: Day }

/** Keys are random like any other and shown to nobody: a key that everyone could compute would be an open door. */
async function loadKeys(db: Context['db'], { keys, oldKeys }: SampleAccount, { accountId, today }: Owner) {
  const names = [...oldKeys, ...keys]
  for (const [index, name] of names.entries()) {
    const { row } = newKeyRow(accountId, name, before(today, KEY_AGE_DAYS * (names.length - index)))
    const last_used_at = before(today, index < oldKeys.length ? KEY_AGE_DAYS : 0).toISOString()
    const deactivated_at = index < oldKeys.length ? last_used_at : null
    await insertKey(db, { ...row, last_used_at, deactivated_at })
  }
}

/** Ids of the account's filters, in order. */
export async function loadFilters(
  db: Context['db'],
  { slug, filters }: SampleAccount,
  { accountId, today }: Owner,
): Promise<{ id: string; name: string }[]> {
  const made: { id: string; name: string }[] = []
  for (const [index, { name, content }] of makeFilters(slug, filters, today).entries()) {
    const checked = checkContent(content)
    const filter = { id: uuidFrom('filter', slug, index), account_id: accountId }
    await insertFilter(db, {
      ...filter,
      name,
      content: JSON.stringify(checked.content),
      item_count: checked.count,
      created_at: before(today, ACCOUNT_AGE_DAYS - 20 - index * 5).toISOString(),
      updated_at: before(today, 3 + index * 7).toISOString(),
    })
    await replaceFilterItems(db, filter, checked.items)
    made.push({ id: filter.id, name })
  }
  return made
}
