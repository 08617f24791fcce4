import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import { type OwnedRows, type ownedRows, TEAM_OWNER } from '@/lib/storage/owned'

import type { StatementsStore } from './describe-statements'
import type { Row } from './rows'

type OwnedTable = Parameters<typeof ownedRows>[0]
type Spec<T extends OwnedTable> = {
  readonly table: T
  /** Who owns a row: a user or the team, always a user, or the account. */
  readonly ownership: 'owner' | 'user_id' | 'account'
  /** Further columns that the table requires. */
  readonly more?: Partial<Row<T>>
  /** A column whose values must be unique. */
  readonly unique?: keyof Row<T> & string
  /** `created_by` is returned as the e-mail of a member. */
  readonly hasCreator?: boolean
}

/** Calls every statement of a table of rows that people own. */
export async function expectOwnedRows<T extends OwnedTable>(
  store: StatementsStore,
  rows: OwnedRows<T>,
  spec: Spec<T>,
): Promise<void> {
  const world = await makeRows(store, rows, spec)
  await expectVisible(store, rows, { ...spec, ...world })
  await expectCounted(store, rows, { ...spec, ...world })
  await expectChanged(store, rows, { ...spec, ...world })
}

type Setup = Awaited<ReturnType<typeof makeRows>>

async function makeRows<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Spec<T>) {
  const { table, ownership, more } = spec
  const accountId = await store.account()
  const otherAccount = await store.account()
  const [userId, otherId] = [await store.member(accountId), await store.member(accountId)]
  const id = (name: string) => `${name}-${accountId}`
  const make = async (name: string, owner: string, account = accountId) => {
    const ownerColumns = ownership === 'account' ? {} : { [ownership]: owner }
    const creatorColumns = spec.hasCreator === true ? { created_by: userId } : {}
    const uniqueValue = spec.unique === undefined ? {} : { [spec.unique]: id(name) }
    // Safe: these are columns of the table.
    const values = {
      id: id(name),
      account_id: account,
      name,
      ...ownerColumns,
      ...creatorColumns,
      ...uniqueValue,
      ...more,
    } as unknown as Partial<Row<T>>
    await rows.insert(store.tx, store.row(table, values) as Parameters<typeof rows.insert>[1])
  }
  await make('a-mine', userId)
  if (ownership !== 'user_id') await make('b-team', TEAM_OWNER)
  await make('c-theirs', otherId)
  await make('d-elsewhere', userId, otherAccount)
  const visibleNames = { owner: ['a-mine', 'b-team'], user_id: ['a-mine'], account: ['a-mine', 'b-team', 'c-theirs'] }[
    ownership
  ]
  return { accountId, otherAccount, userId, otherId, id, viewer: { accountId, userId }, visibleNames }
}

async function expectVisible<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Spec<T> & Setup) {
  const { viewer, visibleNames, id, otherAccount } = spec
  const listed = await rows.list(store.db, viewer)
  expect(listed.map(({ name }) => name)).toEqual(visibleNames)
  const { email } = await store.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow()
  if (spec.hasCreator === true) expect(listed.map(({ maker }) => maker)).toEqual(visibleNames.map(() => email))
  expect(await rows.find(store.db, viewer, id('a-mine'))).toMatchObject({ name: 'a-mine' })
  const theirs = await rows.find(store.db, viewer, id('c-theirs'))
  expect(theirs?.name).toBe(visibleNames.find((name) => name === 'c-theirs'))
  expect(await rows.find(store.db, viewer, id('d-elsewhere'))).toBeUndefined()
  expect(await rows.list(store.db, { ...viewer, accountId: otherAccount })).toHaveLength(1)
  expect(await rows.read(store.db, id('d-elsewhere'))).toMatchObject({ account_id: otherAccount, name: 'd-elsewhere' })
  expect(await rows.read(store.db, randomUUID())).toBeUndefined()
}

async function expectCounted<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Spec<T> & Setup) {
  const { accountId, userId, otherId, id, ownership, more } = spec
  const listed = { account_id: accountId, ...(more && 'kind' in more && { kind: String(more['kind']) }) }
  const all = ownership === 'user_id' ? 2 : 3
  expect(await rows.count(store.db, listed)).toBe(all)
  expect(await rows.count(store.db, listed, ownership === 'account' ? accountId : userId)).toBe(
    ownership === 'account' ? all : 1,
  )
  const owner = ownership === 'account' ? {} : { owner: userId }
  const namesake = { ...listed, ...owner, id: 'another', name: 'a-mine' }
  expect(await rows.findNamesake(store.db, namesake)).toEqual({ id: id('a-mine') })
  expect(await rows.findNamesake(store.db, { ...namesake, id: id('a-mine') })).toBeUndefined()
  expect(await rows.findNamesake(store.db, { ...namesake, name: 'd-elsewhere' })).toBeUndefined()
  if (ownership === 'account') return
  expect(await rows.findNamesake(store.db, { ...namesake, owner: otherId })).toBeUndefined()
}

async function expectChanged<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Spec<T> & Setup) {
  const { viewer, id, ownership, visibleNames } = spec
  // Safe: each of these tables has a name.
  const change = { name: 'a-renamed' } as unknown as Parameters<typeof rows.update>[2]
  await rows.update(store.tx, id('a-mine'), change)
  expect((await rows.list(store.db, viewer)).map(({ name }) => name)).toEqual(['a-renamed', ...visibleNames.slice(1)])
  if (ownership !== 'user_id') {
    await rows.delete(store.tx, id('b-team'))
    expect(await rows.read(store.db, id('b-team'))).toBeUndefined()
  } else await rows.delete(store.tx, id('d-elsewhere'))
  await rows.deleteOf(store.tx, viewer)
  const remainingRows = await Promise.all(
    ['a-mine', 'c-theirs', 'd-elsewhere'].map((name) => rows.read(store.db, id(name))),
  )
  const names = remainingRows.map((row) => row?.name)
  // Rows of the whole account have no owner.
  const accountRowName = ownership === 'account' ? 'a-renamed' : undefined
  expect(names).toEqual([accountRowName, 'c-theirs', ownership === 'user_id' ? undefined : 'd-elsewhere'])
}
