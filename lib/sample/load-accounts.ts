import { type FilterContent } from '@/lib/contract/filters'
import { addDays, type Day, startOfDay } from '@/lib/domain/calendar'
import { filterLists } from '@/lib/domain/filter-lists'
import { newKeyRow } from '@/lib/service/accounts/api-keys'
import { insertAccount } from '@/lib/service/accounts/statements/accounts'
import { insertKey } from '@/lib/service/accounts/statements/keys'
import type { AccountTable } from '@/lib/service/accounts/tables'
import type { Context } from '@/lib/service/http/context'
import { checkContent } from '@/lib/service/monitors/filter-content'
import { recordChangedFilter, recordDeletedFilter, recordNewFilter } from '@/lib/service/monitors/filter-record'
import { insertFilter, replaceFilterItems } from '@/lib/service/monitors/statements/filters'
import type { FilterTable } from '@/lib/service/monitors/tables'

import type { SampleAccount } from './sample-accounts'
import { makeFilters, type RecentSignatures } from './sample-filters'
import { uuidFrom } from './stable-uuid'

/** The content of a filter from one day until the next step. */
type FilterStep = { readonly daysAgo: number; readonly createdDaysAgo: number; readonly content: FilterContent }

/** Sample events go back two weeks; before that the content of filters has no effect. */
const LAST_CHANGE_DAYS = 15

const CREATED_DAYS = 410

type ValueFilter = (value: string, at: number, all: readonly string[]) => boolean

const filterContent = (content: FilterContent, keep: ValueFilter): FilterContent => {
  const lists = filterLists.map((list) => [list, content[list].filter(keep)] as const)
  // Safe: all lists of the content, by name.
  return Object.fromEntries(lists) as FilterContent
}

const inFirstHalf: ValueFilter = (_value, at, all) => at < Math.ceil(all.length / 2)

const notThird: ValueFilter = (_value, at) => at !== 2

const noValue: ValueFilter = () => false

/**
 * How a filter reached its content: it grows, one value is missing for nine days, and some filters are empty for three.
 * Oldest first.
 */
function filterHistory(content: FilterContent, index: number): FilterStep[] {
  const [created, last] = [CREATED_DAYS - index * 5, LAST_CHANGE_DAYS + index * 7]
  const step = (daysAgo: number, keep?: ValueFilter): FilterStep => ({
    daysAgo,
    createdDaysAgo: created,
    content: keep ? filterContent(content, keep) : content,
  })
  const grows = [step(created, inFirstHalf), step(last + 40)]
  const isEmptied = index % 3 === 2
  const empties = [step(last + 21, notThird), step(last + 12), step(last + 3, noValue)]
  return [...grows, ...(isEmptied ? empties : [step(last + 9, notThird)]), step(last)]
}

const ACCOUNT_AGE_DAYS = 430
const KEY_AGE_DAYS = 60

const startOfDayBefore = (today: Day, days: number): Date => startOfDay(addDays(today, -days))

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
    created_at: startOfDayBefore(today, ACCOUNT_AGE_DAYS).toISOString(),
  }
  await insertAccount(db, row)
  await loadKeys(db, account, { accountId: row.id, today })
  return row
}

type Owner = { accountId: string; today: Day }
type FilterOwner = Owner & { signatures: RecentSignatures }

/** Keys are random and shown to no user, because a key that can be computed would give everyone access. */
async function loadKeys(db: Context['db'], { keys, oldKeys }: SampleAccount, { accountId, today }: Owner) {
  const names = [...oldKeys, ...keys]
  for (const [index, name] of names.entries()) {
    const { row } = newKeyRow(accountId, { name }, startOfDayBefore(today, KEY_AGE_DAYS * (names.length - index)))
    const last_used_at = startOfDayBefore(today, index < oldKeys.length ? KEY_AGE_DAYS : 0).toISOString()
    const deactivated_at = index < oldKeys.length ? last_used_at : null
    await insertKey(db, { ...row, last_used_at, deactivated_at })
  }
}

/** Inserts the account's filters with their history and returns their ids in order. */
export async function loadFilters(
  db: Context['db'],
  { slug, filters, silentMonitors }: SampleAccount,
  { accountId, today, signatures }: FilterOwner,
): Promise<{ id: string; name: string }[]> {
  const created: { id: string; name: string }[] = []
  for (const [index, { name, content }] of makeFilters(slug, filters, signatures).entries()) {
    const id = uuidFrom('filter', slug, index)
    const rows = filterHistory(content, index).map((step) => rowOf(step, { id, account_id: accountId, name }, today))
    const last = rows.at(-1)
    if (last === undefined) continue
    await insertFilter(db, last)
    await replaceFilterItems(db, last, checkContent(content).items)
    await recordHistory(db, rows)
    created.push({ id, name })
  }
  for (let index = 0; index < silentMonitors; index += 1)
    await loadDeletedFilter(db, { slug, accountId, today, signatures }, index)
  return created
}

function rowOf(
  { daysAgo, createdDaysAgo, content }: FilterStep,
  filter: Pick<FilterTable, 'id' | 'account_id' | 'name'>,
  today: Day,
): FilterTable {
  const checked = checkContent(content)
  return {
    ...filter,
    content: JSON.stringify(checked.content),
    item_count: checked.count,
    created_at: startOfDayBefore(today, createdDaysAgo).toISOString(),
    updated_at: startOfDayBefore(today, daysAgo).toISOString(),
  }
}

async function recordHistory(db: Context['db'], rows: readonly FilterTable[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1]
    await (previous === undefined ? recordNewFilter(db, row) : recordChangedFilter(db, previous, row))
  }
}

const DELETED_DAYS_AGO = 18
const DELETED_STEP_DAYS = 3

/** A filter that was deleted, before the sample events begin, while a monitor used it. */
async function loadDeletedFilter(db: Context['db'], { slug, ...owner }: FilterOwner & { slug: string }, index: number) {
  const [generated] = makeFilters(`${slug} gone`, 1, owner.signatures)
  if (generated === undefined) return
  const filter = { id: deletedFilterId(slug, index), account_id: owner.accountId, name: deletedFilterName(index) }
  const rows = filterHistory(generated.content, index + 4).map((step) => rowOf(step, filter, owner.today))
  const last = rows.at(-1)
  if (last === undefined) return
  await recordHistory(db, rows)
  await recordDeletedFilter(
    db,
    last,
    startOfDayBefore(owner.today, DELETED_DAYS_AGO + DELETED_STEP_DAYS * index).toISOString(),
  )
}

/** Ids of deleted filters that monitors still reference. */
export const deletedFilterId = (slug: string, index: number): string => uuidFrom('deleted-filter', slug, index)
export const deletedFilterName = (index: number): string => `Lista sprzed ${2 + index} lat`
