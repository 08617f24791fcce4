import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { openRuleChecks } from '@/lib/features/rules/statements/checks'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as eventCursors from './event-cursors'
import * as eventReads from './event-reads'
import * as eventReviews from './event-reviews'
import * as eventSeverities from './event-severities'
import * as panelEvents from './panel-events'
import * as reportedEvents from './reported-events'
import * as tagMembers from './tag-members'

describeStatements(
  [eventCursors, eventReads, eventReviews, eventSeverities, panelEvents, reportedEvents, tagMembers],
  (store, statements) => {
    const putEvents = (account_id: string, ...events: [id: number, given?: Partial<Row<'panel_events'>>][]) =>
      statements.saveEvents(
        store.tx,
        account_id,
        events.map(([id, overrides]) => {
          const {
            lead_id: _lead,
            kind: _kind,
            search_text: _text,
            ...event
          } = store.row('panel_events', {
            account_id,
            id,
            source: 'krs',
            announcement_id: `a${id}`,
            subject_name: 'X',
            identifier_type: 'krs',
            identifier_value: '0000000018',
            created_at: minute(id),
            day: '2026-11-20',
            ...overrides,
          })
          return event
        }),
      )
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

    it('create, lock and move the cursor of an account', async () => {
      const [a, b] = [await store.account(), await store.account()]
      expect(await statements.findCursor(store.db, a)).toBeUndefined()
      const first = await store.within([a], (tx) => statements.lockCursor(tx, a))
      const untouched = { since: 0, is_behind: 1, read_at: null, retry_at: null, code: null, last_review: 0 }
      expect(first).toEqual({ account_id: a, ...untouched })
      await statements.lockCursor(store.tx, b)
      await statements.moveCursor(store.tx, a, { since: 7, read_at: minute(1) })
      expect([
        (await statements.lockCursor(store.tx, a)).since,
        (await statements.findCursor(store.db, b))?.since,
      ]).toEqual([7, 0])
    })

    it('list the announcements that a message of a rule reported, and none to another account', async () => {
      const [accountId, other] = [await store.account(), await store.account()]
      const [ruleId, noticeId] = [randomUUID(), randomUUID()]
      const shared = { account_id: accountId, rule_id: ruleId }
      await store.db
        .insertInto('rules')
        .values(store.row('rules', { id: ruleId, account_id: accountId, timing: 'daily', language: 'pl' }))
        .execute()
      const hits = ['event:3', 'event:5', 'claim:7:14', 'spend:x', 'event:11']
      await store.db
        .insertInto('rule_hits')
        .values(hits.map((occurrence, index) => store.row('rule_hits', { ...shared, occurrence, number: index + 1 })))
        .execute()
      await store.db
        .insertInto('rule_notices')
        .values(store.row('rule_notices', { ...shared, id: noticeId, kind: 'digest', hits_after: 1, hits_up_to: 4 }))
        .execute()
      expect(await statements.listReportedLeads(store.db, { accountId, noticeId })).toEqual([7, 5])
      expect(await statements.listReportedLeads(store.db, { accountId: other, noticeId })).toEqual([])
    })

    it('list the accounts whose events are due to be read', async () => {
      const names = new Map<string, string>()
      const createAccount = async (name: string, cursor?: Partial<Row<'event_cursors'>>, isMember = true) => {
        const id = await store.account()
        names.set(id, name)
        const userId = isMember ? await store.member(id) : await store.user()
        if (cursor) {
          await statements.lockCursor(store.tx, id)
          await statements.moveCursor(store.tx, id, { is_behind: 0, read_at: minute(5), ...cursor })
        }
        return { id, userId }
      }
      await createAccount('new')
      await createAccount('nobody', undefined, false)
      await createAccount('idle', { read_at: minute(1) })
      await createAccount('fresh', {})
      await createAccount('behind', { is_behind: 1 })
      await createAccount('waits', { read_at: minute(1), retry_at: minute(11) })
      const ruled = await createAccount('ruled', { read_at: minute(4), since: 3 })
      const signed = await createAccount('signed', { read_at: minute(6) })
      const ended = await createAccount('ended', {})
      await openRuleChecks(store.tx, ruled.id, ['events'])
      const session = (member: typeof signed, overrides: Partial<Row<'sessions'>>) =>
        store.db
          .insertInto('sessions')
          .values(
            store.row('sessions', {
              id: randomUUID(),
              user_id: member.userId,
              account_id: member.id,
              method: 'password',
              expires_at: minute(11),
              ...overrides,
            }),
          )
          .execute()
      await session(signed, {})
      await session(ended, { revoked_at: minute(1) })
      await session(ended, { expires_at: minute(10) })
      const listDue = async (overrides: object) => {
        const rows = await statements.listAccountsToRead(store.db, {
          now: minute(10),
          idleBefore: minute(3),
          ruledBefore: minute(5),
          isEmbedded: false,
          ...overrides,
        })
        return rows.flatMap(({ id }) => names.get(id) ?? []).join(' ')
      }
      expect(await listDue({})).toBe('new idle ruled behind signed')
      expect(await listDue({ ruledBefore: minute(4) })).toBe('new idle behind signed')
      expect(await listDue({ now: minute(11) })).toBe('new idle waits ruled behind')
      expect(await listDue({ isEmbedded: true })).toBe('new idle behind signed')
      const event = store.row('monitor_events', { id: 4, account_id: ruled.id, monitor_id: 'm', source: 'krs' })
      await store.db
        .insertInto('monitor_events')
        .values({ ...event, id: 4 })
        .execute()
      expect(await listDue({ isEmbedded: true })).toBe('new idle ruled behind signed')
    })

    it('store, fold, filter, page and delete events', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const tag = { accountId: a, tag: 'x' }
      await statements.replaceTagMembers(store.tx, { ...tag, readAt: minute(1), monitorIds: ['m1', 'm2'] })
      await putEvents(
        a,
        [1, { monitor_id: 'm1', announcement_id: 'n' }],
        [2, { monitor_id: 'm2', announcement_id: 'n', day: '2026-11-21' }],
        [3, { source: 'krz', monitor_id: 'm3' }],
      )
      await putEvents(
        a,
        [4, { monitor_id: 'm4', announcement_id: 'n', day: '2026-11-22' }],
        [1, { title: 'never' }],
        [5, { day: '2026-11-22' }],
      )
      await putEvents(b, [1, { announcement_id: 'n' }], [9])
      await putEvents(a)
      const all = { accountId: a }
      const before = async (filter: object, page: { before?: number; limit?: number } = {}) =>
        ids(
          await statements.listStoredEventsBefore(
            store.db,
            { ...all, ...filter },
            { before: page.before, limit: page.limit ?? 9 },
          ),
        ).join('')
      expect([await before({}), await before({}, { before: 4, limit: 2 }), await before({ isFolded: true })]).toEqual([
        '54321',
        '32',
        '531',
      ])
      expect([
        await before({ sources: ['krz', 'msig'] }),
        await before({ monitorId: 'm2' }),
        await before({ eventId: 4 }),
        await before({ sources: [] }),
      ]).toEqual(['3', '2', '421', '54321'])
      expect([
        await before({ from: '2026-11-21' }),
        await before({ to: '2026-11-21' }),
        await before({ from: '2026-11-21', isFolded: true }),
      ]).toEqual(['542', '321', '52'])
      expect([
        await before({ tags: ['x'] }),
        await before({ tags: ['x'], isFolded: true }),
        await before({ tags: ['x', 'y'] }),
      ]).toEqual(['21', '1', ''])
      const after = async (filter: object, since: number, limit = 9) =>
        ids(await statements.listStoredEventsAfter(store.db, { ...all, ...filter }, { since, limit })).join('')
      expect([await after({}, 2), await after({ isFolded: true }, 0, 2)]).toEqual(['345', '13'])
      expect([
        await statements.countStoredEvents(store.db, all),
        await statements.countStoredEvents(store.db, { ...all, isFolded: true }),
        await statements.newestStoredEvent(store.db, a),
        await statements.newestStoredEvent(store.db, await store.account()),
      ]).toEqual([5, 3, 5, 0])
      expect(await statements.leadIdsOf(store.db, a, [4, 5, 9])).toEqual(
        new Map([
          [4, 1],
          [5, 5],
        ]),
      )
      const folded = await statements.listFolded(store.db, a, [1, 3])
      expect(new Map([...folded].map(([lead, rows]) => [lead, ids(rows).join('')]))).toEqual(
        new Map([
          [1, '124'],
          [3, '3'],
        ]),
      )
      expect(folded.get(1)?.[0]?.title).toBeNull()
      expect(
        ids(
          await statements
            .matchingEvents(store.db, { ...all, monitorId: 'm3' })
            .selectAll()
            .execute(),
        ),
      ).toEqual([3])
      expect([
        statements.hasEventFilter(all),
        statements.hasEventFilter({ ...all, tags: ['x'] }),
        statements.hasEventFilter({ ...all, eventId: 0 }),
      ]).toEqual([false, true, true])
      expect(await statements.deleteEventsBefore(store.tx, a, minute(2))).toBe(1)
      expect([await before({}), await statements.countStoredEvents(store.db, { accountId: b })]).toEqual(['5432', 2])
      expect(await statements.deleteEventsBefore(store.tx, a, minute(2))).toBe(0)
    })

    it('use the next event as lead when the first event of an announcement is deleted', async () => {
      const accountId = await store.account()
      await putEvents(accountId, ...[1, 2, 3].map((id): [number, object] => [id, { announcement_id: 'n' }]))
      await statements.deleteEventsBefore(store.tx, accountId, minute(2))
      expect(await statements.leadIdsOf(store.db, accountId, [2, 3])).toEqual(
        new Map([
          [2, 2],
          [3, 2],
        ]),
      )
    })

    it('describe events by kind and text, count and filter by them', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const person = { identifier_type: 'pesel', identifier_value: '44•••••••59', subject_name: 'Jan Żółw' }
      await putEvents(
        a,
        [1, { source: 'krz', title: 'Obwieszczenie o ogłoszeniu upadłości', subject_name: 'Łódź-Trans S.A.' }],
        [2, { title: 'Zmiana adresu siedziby', announcement_id: 'n' }],
        [
          3,
          {
            title: 'Zmiana adresu siedziby',
            announcement_id: 'n',
            identifier_type: 'nip',
            identifier_value: '5261040828',
          },
        ],
        [4, { ...person, title: 'Coś 100%' }],
      )
      await putEvents(b, [5, { title: 'Zmiana adresu siedziby' }])
      const found = async (filter: object) => {
        const whole = { accountId: a, isFolded: true, ...filter }
        return ids(await statements.listStoredEventsBefore(store.db, whole, { before: undefined, limit: 9 })).join('')
      }
      expect([
        await found({ kinds: ['bankruptcy', 'seat'] }),
        await found({ kinds: ['bankruptcy'] }),
        await found({ kinds: [] }),
        await found({ kinds: undefined }),
      ]).toEqual(['21', '1', '', '421'])
      expect([
        await found({ q: 'trans lodz' }),
        await found({ q: 'ŁÓDŹ upadłości' }),
        await found({ q: '5261040828' }),
        await found({ q: '100%' }),
        await found({ q: '1_0' }),
        await found({ q: '44•••••••59' }),
      ]).toEqual(['1', '1', '3', '4', '', ''])
      expect(await statements.countEventsByKind(store.db, { accountId: a, isFolded: true })).toEqual(
        new Map([
          ['bankruptcy', 1],
          ['seat', 1],
          ['other', 1],
        ]),
      )
      expect(await statements.countEventsByKind(store.db, { accountId: a, q: 'adresu' })).toEqual(
        new Map([['seat', 2]]),
      )
      expect(await statements.findStoredEvent(store.db, { accountId: a, id: 4 })).toMatchObject({ kind: 'other' })
      expect(await statements.findStoredEvent(store.db, { accountId: a, id: 5 })).toBeUndefined()
    })

    it('change reviews field by field, number them and keep them with their announcement', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const [one, two] = [await store.member(a), await store.member(a)]
      await putEvents(a, [1, { announcement_id: 'n' }], [2, { announcement_id: 'n' }], [3], [4])
      await putEvents(b, [1])
      const change = async (leadIds: number[], to: eventReviews.ReviewChange, accountId = a) =>
        (await statements.changeReviews(store.tx, accountId, { leadIds, change: to })).map(
          ({ former, review }) => `${review.event_id}#${review.number}${former ? '' : ' new'}`,
        )
      const reviewed = { reviewed_at: minute(5), reviewed_by: 'one@x.test' }
      expect(await change([1, 3], reviewed)).toEqual(['1#1 new', '3#2 new'])
      expect(await change([1], { reviewed_at: minute(6), reviewed_by: 'two@x.test' })).toEqual([])
      expect(await change([1, 3], { assignee_id: two })).toEqual(['1#3', '3#4'])
      expect(await change([1, 4], { note: 'sprawdzić', assignee_id: two })).toEqual(['1#5', '4#6 new'])
      expect(await change([1], { note: 'obcy' }, b)).toEqual(['1#1 new'])
      const read = async (id: number) => (await statements.findReviews(store.db, a, [id])).get(id)
      expect(await read(1)).toEqual({
        account_id: a,
        event_id: 1,
        ...reviewed,
        assignee_id: two,
        note: 'sprawdzić',
        number: 5,
      })
      const numbers = async (since: number, limit: number) =>
        (await statements.listReviewsAfter(store.db, a, { since, limit })).map(({ number }) => number).join('')
      expect([await numbers(0, 9), await numbers(4, 1), await numbers(6, 9)]).toEqual(['456', '5', ''])

      const found = async (filter: object) => {
        const whole = { accountId: a, isFolded: true, ...filter }
        return ids(await statements.listStoredEventsBefore(store.db, whole, { before: undefined, limit: 9 })).join('')
      }
      expect([
        await found({ state: 'open' }),
        await found({ state: 'reviewed' }),
        await found({ assignee: two }),
        await found({ assignee: one }),
        await found({ assignee: two, state: 'open' }),
      ]).toEqual(['4', '31', '431', '', '4'])
      expect(await change([3], { reviewed_at: null, reviewed_by: null })).toEqual(['3#7'])
      expect(await found({ state: 'open' })).toBe('43')

      await statements.clearAssignee(store.tx, { accountId: a, userId: two })
      expect([await found({ assignee: two }), await numbers(7, 9)]).toEqual(['', '8910'])
      await statements.deleteEventsBefore(store.tx, a, minute(2))
      expect([await read(1), (await read(2))?.note]).toEqual([undefined, 'sprawdzić'])
      await statements.deleteEventsBefore(store.tx, a, minute(4))
      expect([await read(2), await read(3), (await read(4))?.note]).toEqual([undefined, undefined, 'sprawdzić'])
      expect((await statements.findReviews(store.db, b, [1])).size).toBe(1)
      await statements.deleteEventsBefore(store.tx, a, minute(9))
      await putEvents(a, [8])
      expect(await change([8], { note: 'nowa' })).toEqual(['8#11 new'])
    })

    it('replace the severities that an account chose', async () => {
      const [a, b] = [await store.account(), await store.account()]
      await statements.replaceSeverityChoices(store.tx, a, { seat: 'urgent', award: 'review' })
      await statements.replaceSeverityChoices(store.tx, b, { seat: 'rest' })
      await statements.replaceSeverityChoices(store.tx, a, { seat: 'rest' })
      const newer = { account_id: b, kind: 'of a newer version', severity: 'rest' }
      await store.db.insertInto('event_severities').values(newer).execute()
      expect([
        await statements.readSeverityChoices(store.db, a),
        await statements.readSeverityChoices(store.db, b),
        await statements.readSeverityChoices(store.db, await store.account()),
      ]).toEqual([{ seat: 'rest' }, { seat: 'rest' }, {}])
    })

    it('replace the monitors of a tag unless the stored reading is at least as recent', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const members = async (accountId: string) =>
        (
          await store.db
            .selectFrom('tag_members')
            .select(['tag', 'monitor_id'])
            .where('account_id', '=', accountId)
            .orderBy('tag')
            .orderBy('monitor_id')
            .execute()
        ).map((row) => `${row.tag}${row.monitor_id}`)
      const replace = (accountId: string, tag: string, moment: number, ...monitorIds: string[]) =>
        statements.replaceTagMembers(store.tx, { accountId, tag, readAt: minute(moment), monitorIds })
      await replace(a, 'x', 2, '1', '2', '2')
      await replace(a, 'y', 1, '1')
      await replace(b, 'x', 1, '1')
      await replace(a, 'x', 2, '9')
      await replace(a, 'x', 3, '2', '3')
      expect([await members(a), await members(b)]).toEqual([['x2', 'x3', 'y1'], ['x1']])
      expect([
        await statements.findTagReading(store.db, { accountId: a, tag: 'x' }),
        await statements.findTagReading(store.db, { accountId: a, tag: 'z' }),
      ]).toEqual([minute(3), undefined])
    })

    it('store, count and delete the read marks of a user', async () => {
      const accountId = await store.account()
      const [userId, other] = [await store.member(accountId, { at: minute(3) }), await store.member(accountId)]
      const reader = { accountId, userId }
      expect([await statements.findReads(store.db, reader), await statements.firstEventOf(store.db, reader)]).toEqual([
        undefined,
        undefined,
      ])
      await putEvents(accountId, [1], [2], [3], [4, { announcement_id: 'a3' }], [5, { source: 'krz' }], [6])
      expect([
        await statements.firstEventOf(store.db, reader),
        await statements.firstEventOf(store.db, { accountId, userId: other }),
      ]).toEqual([3, 1])
      expect(await statements.lockReads(store.tx, reader)).toMatchObject({ up_to: 0, turn: 0 })
      await statements.lockReads(store.tx, { accountId, userId: other })
      await statements.updateReads(store.tx, reader, { up_to: 2, previous_up_to: 1, turn: 1 })
      expect(await statements.lockReads(store.tx, reader)).toMatchObject({ up_to: 2, previous_up_to: 1, turn: 1 })
      expect((await statements.findReads(store.db, { accountId, userId: other }))?.turn).toBe(0)

      const firstTurn = { ...reader, turn: 1 }
      await statements.putMarks(store.tx, firstTurn, [
        { event_id: 1, is_read: 0 },
        { event_id: 3, is_read: 1 },
        { event_id: 6, is_read: 0 },
      ])
      await statements.putMarks(store.tx, firstTurn, [{ event_id: 6, is_read: 1 }])
      await statements.putMarks(store.tx, { ...firstTurn, turn: 0 }, [{ event_id: 5, is_read: 1 }])
      await statements.putMarks(store.tx, { ...firstTurn, userId: other }, [{ event_id: 5, is_read: 1 }])
      const marks = async (from = 0, to = 9) =>
        (await statements.listMarks(store.db, firstTurn, { from, to }))
          .map((row) => `${row.event_id}:${row.is_read}`)
          .toSorted()
          .join(' ')
      expect([await marks(), await marks(3, 5), await marks(4, 6)]).toEqual(['1:0 3:1 6:1', '3:1', '6:1'])
      const unread = (maxCount = 9) => statements.countUnread(store.db, { ...firstTurn, floor: 2, maxCount })
      expect([await unread(), await unread(1)]).toEqual([2, 1])
      await statements.markNarrowed(
        store.tx,
        { ...firstTurn, floor: 2 },
        { filter: { accountId, sources: ['krs'] }, upTo: 4 },
      )
      expect([await marks(), await unread()]).toEqual(['1:2 3:1 6:1', 1])
      await statements.markNarrowed(store.tx, { ...firstTurn, floor: 2 }, { filter: { accountId }, upTo: 9 })
      expect([await marks(), await unread()]).toEqual([`1:2 3:1 5:${statements.READ_WITH_LIST} 6:1`, 0])
      await statements.deleteMarks(store.tx, reader, { below: 1, above: 1 })
      const remainingMarks = await store.db
        .selectFrom('event_marks')
        .select(['user_id', 'turn'])
        .where('account_id', '=', accountId)
        .groupBy(['user_id', 'turn'])
        .execute()
      expect(new Set(remainingMarks.map((row) => `${row.user_id} ${row.turn}`))).toEqual(
        new Set([`${userId} 1`, `${other} 1`]),
      )
    })
  },
)
