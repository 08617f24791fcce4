import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as invitations from './invitations'
import * as members from './members'
import * as users from './users'

describeStatements([invitations, members, users], (at, on) => {
  it('of people', async () => {
    const id = randomUUID()
    const user = at.row('users', { id, email: `${id}@x`, name: 'N', muted_mail: '[]' })
    expect([await on.insertUser(at.db, user), await on.insertUser(at.db, { ...user, id: randomUUID() })]).toEqual([
      true,
      false,
    ])
    expect([
      await on.findUser(at.db, id),
      (await on.findUserByEmail(at.db, user.email))?.id,
      await on.findUserByEmail(at.db, 'none'),
    ]).toEqual([user, id, undefined])
    const other = await at.user()
    await on.updateUser(at.db, id, { name: 'M' })
    await on.setPasswordHash(at.db, id, { passwordHash: 'h', at: minute(1) })
    expect([await on.findUser(at.db, id), (await on.findUser(at.db, other))?.password_hash]).toMatchObject([
      { name: 'M', password_hash: 'h', password_set_at: minute(1) },
      null,
    ])
    await expect(on.updateUser(at.db, other, { email: user.email })).rejects.toThrow()
    const emails = (await at.db.selectFrom('users').select('email').execute()).map(({ email }) => email)
    expect([await on.hasOtherUsers(at.db, emails), await on.hasOtherUsers(at.db, emails.slice(1))]).toEqual([
      false,
      true,
    ])
  })

  it('of members', async () => {
    const [a, b] = [
      await at.account({ slug: `b-${randomUUID()}`, name: 'B' }),
      await at.account({ slug: `a-${randomUUID()}`, name: 'A' }),
    ]
    const user = await at.member(a, { email: `b-${a}@x` })
    const viewer = await at.member(a, { role: 'viewer', email: `a-${a}@x` })
    const disabled = await at.member(a, { disabled: true, email: `c-${a}@x` })
    const row = (account_id: string, given: Partial<Row<'members'>> = {}) =>
      at.row('members', { account_id, user_id: user, role: 'analyst', ...given } as Partial<Row<'members'>>)
    expect([await on.insertMember(at.tx, row(b)), await on.insertMember(at.tx, row(a))]).toEqual([true, false])
    expect([(await on.findMember(at.db, a, user))?.role, await on.findMember(at.db, b, viewer)]).toEqual([
      'owner',
      undefined,
    ])
    const emails = (rows: readonly { email: string }[]) => rows.map(({ email }) => email[0]).join('')
    const all = (await on.listMembers(at.db)).filter((each) => [a, b].includes(each.account_id))
    expect([emails(await on.listMembers(at.db, a)), all.map((each) => each.account_id)]).toEqual(['abc', [b, a, a, a]])
    expect([
      (await on.listAccountsOf(at.db, user)).map(({ name }) => name),
      (await on.listMembershipsOf(at.db, user)).map((each) => each.account_id),
    ]).toEqual([['A', 'B'], [a, b].toSorted()])
    await on.updateMember(at.tx, { account_id: a, user_id: user }, { last_seen_at: minute(1) })
    expect((await on.listAccountsOf(at.db, user)).map(({ name }) => name)).toEqual(['B', 'A'])
    expect(await on.inAccountsOf(at.storage, user, async (tx) => (await on.listMembershipsOf(tx, user)).length)).toBe(2)
    expect((await on.activeMembers(at.db, a).select('users.id').execute()).map(({ id }) => id).toSorted()).toEqual(
      [user, viewer].toSorted(),
    )
    expect([await on.countActiveOwners(at.db, a), emails(await on.listOwnersToNotify(at.db, a))]).toEqual([1, 'b'])
    await on.updateMember(at.tx, { account_id: a, user_id: user }, { disabled_at: minute(2) })
    expect([
      await on.countActiveOwners(at.db, a),
      (await on.listAccountsOf(at.db, user)).map(({ name }) => name),
      await on.listOwnersToNotify(at.db, a),
    ]).toEqual([0, ['A'], []])
    await on.deleteMember(at.tx, a, user)
    expect([
      await on.findMember(at.db, a, user),
      (await on.findMember(at.db, b, user))?.disabled_at,
      (await on.findMember(at.db, a, disabled))?.user_id,
    ]).toEqual([undefined, null, disabled])
  })

  it('of invitations', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const [owner, viewer] = [await at.member(a, { email: `o-${a}@x` }), await at.member(a, { role: 'viewer' })]
    const put = (name: string, given: Partial<Row<'invitations'>> = {}) =>
      on.insertInvitation(
        at.tx,
        at.row('invitations', {
          id: `${name}-${a}`,
          account_id: a,
          email: `${name}@x`,
          role: 'viewer',
          sha256: `${name}-${a}`,
          invited_by: owner,
          sent_at: minute(1),
          expires_at: minute(9),
          ...given,
        }),
      )
    await put('a')
    await put('b', { sent_at: minute(2), invited_by: viewer })
    await put('c', { accepted_at: minute(1) })
    await put('d', { withdrawn_at: minute(1) })
    await put('e', { account_id: b, email: 'a@x' })
    const id = (name: string) => `${name}-${a}`
    expect([
      (await on.findInvitation(at.db, a, id('a')))?.email,
      await on.findInvitation(at.db, b, id('a')),
      (await on.findInvitationByHash(at.db, id('e')))?.account_id,
    ]).toEqual(['a@x', undefined, b])
    expect([
      (await on.findPendingInvitation(at.db, a, 'a@x'))?.id,
      await on.findPendingInvitation(at.db, a, 'c@x'),
      await on.findPendingInvitation(at.db, a, 'd@x'),
    ]).toEqual([id('a'), undefined, undefined])
    expect(
      (await on.listPendingInvitations(at.db, a)).map((row) => [
        row.id[0],
        row.inviter_role,
        row.inviter_email === `o-${a}@x`,
      ]),
    ).toEqual([
      ['b', null, false],
      ['a', 'owner', true],
    ])
    expect([
      await on.countSentInvitations(at.db, a, minute(0)),
      await on.countSentInvitations(at.db, a, minute(1)),
    ]).toEqual([4, 1])
    await on.updateInvitation(at.tx, id('b'), { sent_at: minute(3) })
    expect(await on.countSentInvitations(at.db, a, minute(2))).toBe(1)
    const accept = (name: string, moment: number) => on.acceptInvitation(at.tx, id(name), minute(moment))
    expect([await accept('a', 9), await accept('a', 8), await accept('a', 8), await accept('d', 1)]).toEqual([
      false,
      true,
      false,
      false,
    ])
    await on.withdrawInvitationsTo(at.db, { accountId: a, email: 'b@x', at: minute(5) })
    expect([
      (await on.findInvitation(at.db, a, id('b')))?.withdrawn_at,
      (await on.findInvitation(at.db, a, id('d')))?.withdrawn_at,
      (await on.findInvitation(at.db, b, id('e')))?.withdrawn_at,
    ]).toEqual([minute(5), minute(1), null])
  })

  it('of a person who is deleted', async () => {
    const a = await at.account()
    const [id, other] = [await at.member(a, { email: `gone-${a}@x` }), await at.member(a)]
    const invite = (name: string, given: Partial<Row<'invitations'>>) =>
      on.insertInvitation(
        at.tx,
        at.row('invitations', {
          id: `${name}-${a}`,
          account_id: a,
          sha256: `${name}-${a}`,
          role: 'viewer',
          invited_by: other,
          ...given,
        }),
      )
    await invite('by', { invited_by: id })
    await invite('to', { email: `gone-${a}@x` })
    await invite('rest', { email: 'x' })
    const rule = (name: string, owner: string) =>
      at.row('rules', {
        id: `${name}-${a}`,
        account_id: a,
        owner,
        name,
        kind: 'tender',
        timing: 'none',
        language: 'pl',
      })
    await at.db
      .insertInto('rules')
      .values([rule('own', id), rule('rest', '')])
      .execute()
    await at.db
      .insertInto('rule_targets')
      .values([id, other].map((target) => ({ rule_id: `rest-${a}`, kind: 'member' as const, target })))
      .execute()
    await at.db
      .insertInto('bzp_matches')
      .values(at.row('bzp_matches', { alert_id: `rest-${a}`, tender_id: 't', account_id: a, assignee: id }))
      .execute()
    await at.db
      .insertInto('report_downloads')
      .values(at.row('report_downloads', { id: `d-${a}`, account_id: a, user_id: id }))
      .execute()
    await at.db
      .insertInto('event_reads')
      .values([id, other].map((user_id) => at.row('event_reads', { account_id: a, user_id })))
      .execute()
    await on.deletePerson(at.db, { id, email: `gone-${a}@x` })
    expect([
      await on.findUser(at.db, id),
      (await on.findUser(at.db, other))?.id,
      (await on.listPendingInvitations(at.db, a)).map((row) => row.id[0]),
    ]).toEqual([undefined, other, ['r']])
    const count = async (table: 'rules' | 'event_reads' | 'members') =>
      (await at.db.selectFrom(table).select('account_id').where('account_id', '=', a).execute()).length
    expect([await count('rules'), await count('event_reads'), await count('members')]).toEqual([1, 1, 1])
    expect([
      await at.db.selectFrom('rule_targets').select('target').where('rule_id', '=', `rest-${a}`).execute(),
      await at.db.selectFrom('bzp_matches').select('assignee').where('account_id', '=', a).execute(),
      await at.db.selectFrom('report_downloads').select('user_id').where('account_id', '=', a).execute(),
    ]).toEqual([[{ target: other }], [{ assignee: null }], [{ user_id: null }]])
    expect(on.TABLES_OF_A_PERSON).toContain('sessions')
  })
})
