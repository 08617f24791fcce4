import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as invitations from './invitations'
import * as members from './members'
import * as users from './users'

describeStatements([invitations, members, users], (store, statements) => {
  it('store, find and update users', async () => {
    const id = randomUUID()
    const user = store.row('users', { id, email: `${id}@x`, name: 'N', muted_mail: '[]' })
    expect([
      await statements.insertUser(store.db, user),
      await statements.insertUser(store.db, { ...user, id: randomUUID() }),
    ]).toEqual([true, false])
    expect([
      await statements.findUser(store.db, id),
      (await statements.findUserByEmail(store.db, user.email))?.id,
      await statements.findUserByEmail(store.db, 'none'),
    ]).toEqual([user, id, undefined])
    const other = await store.user()
    await statements.updateUser(store.db, id, { name: 'M' })
    await statements.setPasswordHash(store.db, id, { passwordHash: 'h', at: minute(1) })
    expect([
      await statements.findUser(store.db, id),
      (await statements.findUser(store.db, other))?.password_hash,
    ]).toMatchObject([{ name: 'M', password_hash: 'h', password_set_at: minute(1) }, null])
    await expect(statements.updateUser(store.db, other, { email: user.email })).rejects.toThrow()
    const emails = (await store.db.selectFrom('users').select('email').execute()).map(({ email }) => email)
    expect([
      await statements.hasOtherUsers(store.db, emails),
      await statements.hasOtherUsers(store.db, emails.slice(1)),
    ]).toEqual([false, true])
  })

  it('store, list, update and delete members', async () => {
    const [a, b] = [
      await store.account({ slug: `b-${randomUUID()}`, name: 'B' }),
      await store.account({ slug: `a-${randomUUID()}`, name: 'A' }),
    ]
    const user = await store.member(a, { email: `b-${a}@x` })
    const viewer = await store.member(a, { role: 'viewer', email: `a-${a}@x` })
    const disabled = await store.member(a, { disabled: true, email: `c-${a}@x` })
    const row = (account_id: string, overrides: Partial<Row<'members'>> = {}) =>
      store.row('members', { account_id, user_id: user, role: 'analyst', ...overrides } as Partial<Row<'members'>>)
    expect([await statements.insertMember(store.tx, row(b)), await statements.insertMember(store.tx, row(a))]).toEqual([
      true,
      false,
    ])
    expect([
      (await statements.findMember(store.db, a, user))?.role,
      await statements.findMember(store.db, b, viewer),
    ]).toEqual(['owner', undefined])
    const emails = (rows: readonly { email: string }[]) => rows.map(({ email }) => email[0]).join('')
    const all = (await statements.listMembers(store.db)).filter((each) => [a, b].includes(each.account_id))
    expect([emails(await statements.listMembers(store.db, a)), all.map((each) => each.account_id)]).toEqual([
      'abc',
      [b, a, a, a],
    ])
    expect([
      (await statements.listAccountsOf(store.db, user)).map(({ name }) => name),
      (await statements.listMembershipsOf(store.db, user)).map((each) => each.account_id),
    ]).toEqual([['A', 'B'], [a, b].toSorted()])
    await statements.updateMember(store.tx, { account_id: a, user_id: user }, { last_seen_at: minute(1) })
    expect((await statements.listAccountsOf(store.db, user)).map(({ name }) => name)).toEqual(['B', 'A'])
    expect(
      await statements.inAccountsOf(
        store.storage,
        user,
        async (tx) => (await statements.listMembershipsOf(tx, user)).length,
      ),
    ).toBe(2)
    expect(
      (await statements.activeMembers(store.db, a).select('users.id').execute()).map(({ id }) => id).toSorted(),
    ).toEqual([user, viewer].toSorted())
    expect([
      await statements.countActiveOwners(store.db, a),
      emails(await statements.listOwnersToNotify(store.db, a)),
    ]).toEqual([1, 'b'])
    await statements.updateMember(store.tx, { account_id: a, user_id: user }, { disabled_at: minute(2) })
    expect([
      await statements.countActiveOwners(store.db, a),
      (await statements.listAccountsOf(store.db, user)).map(({ name }) => name),
      await statements.listOwnersToNotify(store.db, a),
    ]).toEqual([0, ['A'], []])
    await statements.deleteMember(store.tx, a, user)
    expect([
      await statements.findMember(store.db, a, user),
      (await statements.findMember(store.db, b, user))?.disabled_at,
      (await statements.findMember(store.db, a, disabled))?.user_id,
    ]).toEqual([undefined, null, disabled])
  })

  it('store, find, list, accept and withdraw invitations', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const [owner, viewer] = [await store.member(a, { email: `o-${a}@x` }), await store.member(a, { role: 'viewer' })]
    const putInvitation = (name: string, overrides: Partial<Row<'invitations'>> = {}) =>
      statements.insertInvitation(
        store.tx,
        store.row('invitations', {
          id: `${name}-${a}`,
          account_id: a,
          email: `${name}@x`,
          role: 'viewer',
          sha256: `${name}-${a}`,
          invited_by: owner,
          sent_at: minute(1),
          expires_at: minute(9),
          ...overrides,
        }),
      )
    await putInvitation('a')
    await putInvitation('b', { sent_at: minute(2), invited_by: viewer })
    await putInvitation('c', { accepted_at: minute(1) })
    await putInvitation('d', { withdrawn_at: minute(1) })
    await putInvitation('e', { account_id: b, email: 'a@x' })
    const id = (name: string) => `${name}-${a}`
    expect([
      (await statements.findInvitation(store.db, a, id('a')))?.email,
      await statements.findInvitation(store.db, b, id('a')),
      (await statements.findInvitationByHash(store.db, id('e')))?.account_id,
    ]).toEqual(['a@x', undefined, b])
    expect([
      (await statements.findPendingInvitation(store.db, a, 'a@x'))?.id,
      await statements.findPendingInvitation(store.db, a, 'c@x'),
      await statements.findPendingInvitation(store.db, a, 'd@x'),
    ]).toEqual([id('a'), undefined, undefined])
    expect(
      (await statements.listPendingInvitations(store.db, a)).map((row) => [
        row.id[0],
        row.inviter_role,
        row.inviter_email === `o-${a}@x`,
      ]),
    ).toEqual([
      ['b', null, false],
      ['a', 'owner', true],
    ])
    expect([
      await statements.countSentInvitations(store.db, a, minute(0)),
      await statements.countSentInvitations(store.db, a, minute(1)),
    ]).toEqual([4, 1])
    await statements.updateInvitation(store.tx, id('b'), { sent_at: minute(3) })
    expect(await statements.countSentInvitations(store.db, a, minute(2))).toBe(1)
    const accept = (name: string, moment: number) => statements.acceptInvitation(store.tx, id(name), minute(moment))
    expect([await accept('a', 9), await accept('a', 8), await accept('a', 8), await accept('d', 1)]).toEqual([
      false,
      true,
      false,
      false,
    ])
    await statements.withdrawInvitationsTo(store.db, { accountId: a, email: 'b@x', at: minute(5) })
    expect([
      (await statements.findInvitation(store.db, a, id('b')))?.withdrawn_at,
      (await statements.findInvitation(store.db, a, id('d')))?.withdrawn_at,
      (await statements.findInvitation(store.db, b, id('e')))?.withdrawn_at,
    ]).toEqual([minute(5), minute(1), null])
  })

  it('delete a person with their own rows and keep those of others', async () => {
    const a = await store.account()
    const [id, other] = [await store.member(a, { email: `gone-${a}@x` }), await store.member(a)]
    const invite = (name: string, overrides: Partial<Row<'invitations'>>) =>
      statements.insertInvitation(
        store.tx,
        store.row('invitations', {
          id: `${name}-${a}`,
          account_id: a,
          sha256: `${name}-${a}`,
          role: 'viewer',
          invited_by: other,
          ...overrides,
        }),
      )
    await invite('by', { invited_by: id })
    await invite('to', { email: `gone-${a}@x` })
    await invite('rest', { email: 'x' })
    const rule = (name: string, owner: string) =>
      store.row('rules', {
        id: `${name}-${a}`,
        account_id: a,
        owner,
        name,
        kind: 'tender',
        timing: 'none',
        language: 'pl',
      })
    await store.db
      .insertInto('rules')
      .values([rule('own', id), rule('rest', '')])
      .execute()
    await store.db
      .insertInto('rule_targets')
      .values([id, other].map((target) => ({ rule_id: `rest-${a}`, kind: 'member' as const, target })))
      .execute()
    await store.db
      .insertInto('bzp_matches')
      .values(store.row('bzp_matches', { alert_id: `rest-${a}`, tender_id: 't', account_id: a, assignee: id }))
      .execute()
    await store.db
      .insertInto('report_downloads')
      .values(store.row('report_downloads', { id: `d-${a}`, account_id: a, user_id: id }))
      .execute()
    await store.db
      .insertInto('event_reads')
      .values([id, other].map((user_id) => store.row('event_reads', { account_id: a, user_id })))
      .execute()
    await statements.deletePerson(store.db, { id, email: `gone-${a}@x` })
    expect([
      await statements.findUser(store.db, id),
      (await statements.findUser(store.db, other))?.id,
      (await statements.listPendingInvitations(store.db, a)).map((row) => row.id[0]),
    ]).toEqual([undefined, other, ['r']])
    const count = async (table: 'rules' | 'event_reads' | 'members') =>
      (await store.db.selectFrom(table).select('account_id').where('account_id', '=', a).execute()).length
    expect([await count('rules'), await count('event_reads'), await count('members')]).toEqual([1, 1, 1])
    expect([
      await store.db.selectFrom('rule_targets').select('target').where('rule_id', '=', `rest-${a}`).execute(),
      await store.db.selectFrom('bzp_matches').select('assignee').where('account_id', '=', a).execute(),
      await store.db.selectFrom('report_downloads').select('user_id').where('account_id', '=', a).execute(),
    ]).toEqual([[{ target: other }], [{ assignee: null }], [{ user_id: null }]])
    expect(statements.TABLES_OF_A_PERSON).toContain('sessions')
  })
})
