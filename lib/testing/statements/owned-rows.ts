import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import { type OwnedRows, type ownedRows, TEAM_OWNER } from '@/lib/storage/owned'

import type { StatementsStore } from './describe-statements'
import type { Row } from './rows'

type OwnedTable = Parameters<typeof ownedRows>[0]
type Owned<T extends OwnedTable> = {
  readonly table: T
  /** Who owns a row: a user or the team, always a user, or the account. */
  readonly ownership: 'owner' | 'user_id' | 'account'
  /** What the table needs further. */
  readonly more?: Partial<Row<T>>
  /** A column that no two rows may have alike. */
  readonly unique?: keyof Row<T> & string
  /** `created_by` is returned as the e-mail of a member. */
  readonly hasCreator?: boolean
}

/** Calls every statement of a table of rows that people own. */
export async function expectOwnedRows<T extends OwnedTable>(
  store: StatementsStore,
  rows: OwnedRows<T>,
  spec: Owned<T>,
): Promise<void> {
  const world = await makeRows(store, rows, spec)
  await expectSeen(store, rows, { ...spec, ...world })
  await expectCounted(store, rows, { ...spec, ...world })
  await expectChanged(store, rows, { ...spec, ...world })
}

type World = Awaited<ReturnType<typeof makeRows>>

async function makeRows<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Owned<T>) {
  const { table, ownership, more } = spec
  const accountId = await store.account()
  const elsewhere = await store.account()
  const [userId, otherId] = [await store.member(accountId), await store.member(accountId)]
  const id = (name: string) => `${name}-${accountId}`
  const make = async (name: string, owner: string, account = accountId) => {
    const ownerColumns = ownership === 'account' ? {} : { [ownership]: owner }
    const creatorColumns = spec.hasCreator === true ? { created_by: userId } : {}
    const uniqueValue = spec.unique === undefined ? {} : { [spec.unique]: id(name) }
    // Sound: columns of the table.
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
  await make('d-elsewhere', userId, elsewhere)
  const seen = { owner: ['a-mine', 'b-team'], user_id: ['a-mine'], account: ['a-mine', 'b-team', 'c-theirs'] }[
    ownership
  ]
  return { accountId, elsewhere, userId, otherId, id, seer: { accountId, userId }, seen }
}

async function expectSeen<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Owned<T> & World) {
  const { seer, seen, id, elsewhere } = spec
  const listed = await rows.list(store.db, seer)
  expect(listed.map(({ name }) => name)).toEqual(seen)
  const { email } = await store.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', seer.userId)
    .executeTakeFirstOrThrow()
  if (spec.hasCreator === true) expect(listed.map(({ maker }) => maker)).toEqual(seen.map(() => email))
  expect(await rows.find(store.db, seer, id('a-mine'))).toMatchObject({ name: 'a-mine' })
  expect((await rows.find(store.db, seer, id('c-theirs')))?.name).toBe(seen.find((name) => name === 'c-theirs'))
  expect(await rows.find(store.db, seer, id('d-elsewhere'))).toBeUndefined()
  expect(await rows.list(store.db, { ...seer, accountId: elsewhere })).toHaveLength(1)
  expect(await rows.read(store.db, id('d-elsewhere'))).toMatchObject({ account_id: elsewhere, name: 'd-elsewhere' })
  expect(await rows.read(store.db, randomUUID())).toBeUndefined()
}

async function expectCounted<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Owned<T> & World) {
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

async function expectChanged<T extends OwnedTable>(store: StatementsStore, rows: OwnedRows<T>, spec: Owned<T> & World) {
  const { seer, id, ownership, seen } = spec
  // Sound: every one of these tables has a name.
  const change = { name: 'a-renamed' } as unknown as Parameters<typeof rows.update>[2]
  await rows.update(store.tx, id('a-mine'), change)
  expect((await rows.list(store.db, seer)).map(({ name }) => name)).toEqual(['a-renamed', ...seen.slice(1)])
  if (ownership !== 'user_id') {
    await rows.delete(store.tx, id('b-team'))
    expect(await rows.read(store.db, id('b-team'))).toBeUndefined()
  } else await rows.delete(store.tx, id('d-elsewhere'))
  await rows.deleteOf(store.tx, seer)
  const remainingRows = await Promise.all(
    ['a-mine', 'c-theirs', 'd-elsewhere'].map((name) => rows.read(store.db, id(name))),
  )
  const names = remainingRows.map((row) => row?.name)
  // Rows of the whole account have no owner.
  const accountRowName = ownership === 'account' ? 'a-renamed' : undefined
  expect(names).toEqual([accountRowName, 'c-theirs', ownership === 'user_id' ? undefined : 'd-elsewhere'])
}
