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
  at: StatementsStore,
  rows: OwnedRows<T>,
  owned: Owned<T>,
): Promise<void> {
  const world = await makeRows(at, rows, owned)
  await expectSeen(at, rows, { ...owned, ...world })
  await expectCounted(at, rows, { ...owned, ...world })
  await expectChanged(at, rows, { ...owned, ...world })
}

type World = Awaited<ReturnType<typeof makeRows>>

async function makeRows<T extends OwnedTable>(at: StatementsStore, rows: OwnedRows<T>, owned: Owned<T>) {
  const { table, ownership, more } = owned
  const accountId = await at.account()
  const elsewhere = await at.account()
  const [userId, otherId] = [await at.member(accountId), await at.member(accountId)]
  const id = (name: string) => `${name}-${accountId}`
  const make = async (name: string, owner: string, account = accountId) => {
    const whoever = ownership === 'account' ? {} : { [ownership]: owner }
    const made = owned.hasCreator === true ? { created_by: userId } : {}
    const different = owned.unique === undefined ? {} : { [owned.unique]: id(name) }
    // Sound: columns of the table.
    const given = {
      id: id(name),
      account_id: account,
      name,
      ...whoever,
      ...made,
      ...different,
      ...more,
    } as unknown as Partial<Row<T>>
    await rows.insert(at.tx, at.row(table, given) as Parameters<typeof rows.insert>[1])
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

async function expectSeen<T extends OwnedTable>(at: StatementsStore, rows: OwnedRows<T>, of: Owned<T> & World) {
  const { seer, seen, id, elsewhere } = of
  const listed = await rows.list(at.db, seer)
  expect(listed.map(({ name }) => name)).toEqual(seen)
  const { email } = await at.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', seer.userId)
    .executeTakeFirstOrThrow()
  if (of.hasCreator === true) expect(listed.map(({ maker }) => maker)).toEqual(seen.map(() => email))
  expect(await rows.find(at.db, seer, id('a-mine'))).toMatchObject({ name: 'a-mine' })
  expect((await rows.find(at.db, seer, id('c-theirs')))?.name).toBe(seen.find((name) => name === 'c-theirs'))
  expect(await rows.find(at.db, seer, id('d-elsewhere'))).toBeUndefined()
  expect(await rows.list(at.db, { ...seer, accountId: elsewhere })).toHaveLength(1)
  expect(await rows.read(at.db, id('d-elsewhere'))).toMatchObject({ account_id: elsewhere, name: 'd-elsewhere' })
  expect(await rows.read(at.db, randomUUID())).toBeUndefined()
}

async function expectCounted<T extends OwnedTable>(at: StatementsStore, rows: OwnedRows<T>, of: Owned<T> & World) {
  const { accountId, userId, otherId, id, ownership, more } = of
  const listed = { account_id: accountId, ...(more && 'kind' in more && { kind: String(more['kind']) }) }
  const all = ownership === 'user_id' ? 2 : 3
  expect(await rows.count(at.db, listed)).toBe(all)
  expect(await rows.count(at.db, listed, ownership === 'account' ? accountId : userId)).toBe(
    ownership === 'account' ? all : 1,
  )
  const owner = ownership === 'account' ? {} : { owner: userId }
  const namesake = { ...listed, ...owner, id: 'another', name: 'a-mine' }
  expect(await rows.findNamesake(at.db, namesake)).toEqual({ id: id('a-mine') })
  expect(await rows.findNamesake(at.db, { ...namesake, id: id('a-mine') })).toBeUndefined()
  expect(await rows.findNamesake(at.db, { ...namesake, name: 'd-elsewhere' })).toBeUndefined()
  if (ownership === 'account') return
  expect(await rows.findNamesake(at.db, { ...namesake, owner: otherId })).toBeUndefined()
}

async function expectChanged<T extends OwnedTable>(at: StatementsStore, rows: OwnedRows<T>, of: Owned<T> & World) {
  const { seer, id, ownership, seen } = of
  // Sound: every one of these tables has a name.
  const change = { name: 'a-renamed' } as unknown as Parameters<typeof rows.update>[2]
  await rows.update(at.tx, id('a-mine'), change)
  expect((await rows.list(at.db, seer)).map(({ name }) => name)).toEqual(['a-renamed', ...seen.slice(1)])
  if (ownership !== 'user_id') {
    await rows.delete(at.tx, id('b-team'))
    expect(await rows.read(at.db, id('b-team'))).toBeUndefined()
  } else await rows.delete(at.tx, id('d-elsewhere'))
  await rows.deleteOf(at.tx, seer)
  const left = await Promise.all(['a-mine', 'c-theirs', 'd-elsewhere'].map((name) => rows.read(at.db, id(name))))
  const names = left.map((row) => row?.name)
  // Rows of the whole account have no owner.
  const mine = ownership === 'account' ? 'a-renamed' : undefined
  expect(names).toEqual([mine, 'c-theirs', ownership === 'user_id' ? undefined : 'd-elsewhere'])
}
