import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { putMeta } from '@/lib/storage/meta'
import { bareSubject } from '@/lib/testing/companies'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import { insertSubjects } from '../../registers/statements/subjects'
import * as announcementStreams from './announcement-streams'
import * as announcements from './announcements'
import * as evidence from './evidence'
import * as filters from './filters'
import * as monitorCounts from './monitor-counts'
import * as monitorEvents from './monitor-events'
import * as monitorTags from './monitor-tags'
import * as monitors from './monitors'
import * as keptValues from './recorded-values'
import * as watchers from './watchers'

describeStatements(
  [
    announcementStreams,
    announcements,
    evidence,
    filters,
    keptValues,
    monitorCounts,
    monitorEvents,
    monitorTags,
    monitors,
    watchers,
  ],
  (at, on) => {
    let position = 0
    const monitorOf = (account_id: string, name: string, given: Partial<Row<'monitors'>> = {}) =>
      at.row('monitors', {
        id: `${name}-${account_id}`,
        account_id,
        position: (position += 1),
        identifier_type: 'nip',
        identifier_value: name,
        search_text: name,
        created_at: minute(1),
        ...given,
      })
    const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')
    const filter = async (account_id: string, name: string, ...items: [kind: string, value: string][]) => {
      const id = `${name}-${account_id}`
      await on.insertFilter(
        at.db,
        at.row('filters', { id, account_id, name, content: '{}', created_at: minute(name.length) }),
      )
      await on.replaceFilterItems(
        at.db,
        { id, account_id },
        items.map(([kind, value]) => ({ kind, value })),
      )
      return id
    }

    it('of filters', async () => {
      const [a, b] = [await at.account(), await at.account()]
      const [one, two] = [await filter(a, 'one', ['nip', '1'], ['krs', '2']), await filter(a, 'seconds', ['nip', '3'])]
      await filter(b, 'b', ['nip', '1'])
      expect([
        await on.listFilterNames(at.db, a),
        names(await on.listFilters(at.db, b)),
        await on.countFilters(at.db, a),
      ]).toEqual([
        [
          { id: one, name: 'one' },
          { id: two, name: 'seconds' },
        ],
        'b',
        2,
      ])
      await on.updateFilter(at.db, { ...(await on.findFilter(at.db, a, one))!, name: 'new', item_count: 4 })
      expect(await on.findFilter(at.db, a, one)).toMatchObject({ name: 'new', item_count: 4 })
      expect(await on.findFilter(at.db, b, one)).toBeUndefined()
      await on.insertMonitors(at.db, [
        monitorOf(a, 'm1', { filter_id: one, identifier_type: null, identifier_value: null }),
        monitorOf(a, 'm2', { filter_id: one }),
        monitorOf(a, 'm3'),
        monitorOf(a, 'm4', { filter_id: 'gone' }),
      ])
      expect((await on.countByFilter(at.db, 'monitors', a)).toSorted((x, y) => x.count - y.count)).toEqual([
        { filter_id: 'gone', count: 1 },
        { filter_id: one, count: 2 },
      ])
      expect(await on.countByFilter(at.db, 'report_jobs', a)).toEqual([])
      const found = (await on.findFilterWatchers(at.db, 'nip', ['1', '3'])).filter(({ accountId }) =>
        [a, b].includes(accountId),
      )
      expect(found.map((each) => `${each.value} ${each.monitorId}`).toSorted()).toEqual([`1 m1-${a}`, `1 m2-${a}`])
      await on.replaceFilterItems(at.db, { id: one, account_id: a }, [{ kind: 'nip', value: '9' }])
      expect(
        (await on.findFilterWatchers(at.db, 'nip', ['1', '9']))
          .filter(({ accountId }) => accountId === a)
          .map(({ value }) => value),
      ).toEqual(['9', '9'])
      expect([
        await on.isFilterWatched(at.db, a, one),
        await on.isFilterWatched(at.db, a, two),
        await on.isFilterWatched(at.db, b, one),
      ]).toEqual([true, false, false])
      await on.deleteFilter(at.db, b, two)
      await on.deleteFilter(at.db, a, one)
      expect(names(await on.listFilters(at.db, a))).toBe('seconds')
      const silent = (...ids: string[]) =>
        on.findSilentMonitor(
          at.db,
          a,
          ids.map((id) => `${id}-${a}`),
        )
      expect([await silent('m4', 'm2', 'm3'), await silent('m3')]).toEqual([
        { id: `m2-${a}`, filter_id: one },
        undefined,
      ])
      await on.setMonitorFilter(at.db, b, { id: `m2-${a}`, filterId: 'never' })
      await on.setMonitorFilter(at.db, a, { id: `m2-${a}`, filterId: two })
      expect([await silent('m2'), (await on.findMonitor(at.db, a, `m2-${a}`))?.filter_id]).toEqual([undefined, two])
    })

    it('of monitors', async () => {
      const [a, b] = [await at.account(), await at.account()]
      await on.insertMonitors(at.db, [
        monitorOf(a, 'a', { search_text: 'zolw meble 123', label: '44051401359' }),
        monitorOf(a, 'b', { search_text: 'alfa 50% zolw' }),
        monitorOf(a, 'c', { identifier_type: 'pesel', identifier_value: '44051401458' }),
      ])
      await on.insertMonitors(at.db, [monitorOf(b, 'a2')])
      await on.insertMonitors(at.db, [])
      await on.insertTags(
        at.db,
        [
          ['a', 'x'],
          ['a', 'y'],
          ['b', 'x'],
        ].map(([id, tag]) => ({ monitor_id: `${id}-${a}`, account_id: a, tag: tag! })),
      )
      const query = {
        accountId: a,
        tags: [],
        untagged: false,
        filterId: undefined,
        identifierType: undefined,
        search: undefined,
      } as const
      const list = async (given: Partial<monitors.MonitorQuery> & { before?: number; limit?: number }) =>
        names(await on.listMonitors(at.db, { ...query, before: undefined, limit: 9, ...given }))
      expect([await list({}), await list({ limit: 2 }), await list({ before: position - 1 })]).toEqual([
        'cba',
        'cb',
        'ba',
      ])
      expect([
        await list({ tags: ['x'] }),
        await list({ tags: ['x', 'y'] }),
        await list({ untagged: true }),
        await list({ identifierType: 'pesel' }),
      ]).toEqual(['ba', 'a', 'c', 'c'])
      const search = (given: Partial<monitors.MonitorSelection>) =>
        list({ search: { texts: [], digits: undefined, pesel: undefined, ...given } })
      expect([
        await search({ texts: ['zolw'] }),
        await search({ texts: ['meble zolw', 'none'] }),
        await search({ texts: ['50%'] }),
        await search({ texts: ['5_'] }),
      ]).toEqual(['ba', 'a', 'b', ''])
      expect([
        await search({ digits: '123' }),
        await search({ pesel: '44051401458' }),
        await search({ pesel: '44051401359' }),
      ]).toEqual(['a', 'c', 'a'])
      expect([await on.countMonitors(at.db, query), await on.countMonitors(at.db, { ...query, tags: ['x'] })]).toEqual([
        3, 2,
      ])
      expect([(await on.findMonitor(at.db, a, `a-${a}`))?.label, await on.findMonitor(at.db, b, `a-${a}`)]).toEqual([
        '44051401359',
        undefined,
      ])
      await on.updateMonitorLabel(at.db, { account_id: b, id: `a-${a}`, label: 'never', search_text: '' })
      await on.updateMonitorLabel(at.db, { account_id: a, id: `a-${a}`, label: 'L', search_text: 't' })
      await on.renameMonitored(at.db, `b-${a}`, { name: 'New', search_text: 'new' })
      expect([await on.findMonitor(at.db, a, `a-${a}`), await on.findMonitor(at.db, a, `b-${a}`)]).toMatchObject([
        { label: 'L', search_text: 't' },
        { subject_name: 'New', search_text: 'new' },
      ])
      expect(
        (await on.findWatchedValues(at.db, a, { type: 'nip', values: ['a', 'b', 'a2', '44051401458'] })).toSorted(),
      ).toEqual(['a', 'b'])
      expect(
        (await on.findIdentifierWatchers(at.db, 'nip', ['a', 'a2', 'z']))
          .filter((each) => [a, b].includes(each.accountId))
          .map((each) => `${each.value} ${each.since}`)
          .toSorted(),
      ).toEqual([`a ${minute(1)}`, `a2 ${minute(1)}`])
      const company = bareSubject({ name: 'Firma', krs: `k${a}`, nip: `n${a}`, pesel: `p${a}` })
      await insertSubjects(at.db, [company])
      await on.insertMonitors(at.db, [monitorOf(b, 'k', { identifier_type: 'krs', identifier_value: company.krs })])
      await on.insertMonitors(at.db, [
        monitorOf(a, 'n', { identifier_value: company.nip }),
        monitorOf(a, 's', { identifier_type: 'subject_id', identifier_value: company.id }),
        monitorOf(a, 'z', { identifier_type: 'krs', identifier_value: company.nip }),
      ])
      expect([names(await on.listMonitorsOf(at.db, company.id)), await on.listMonitorsOf(at.db, 'none')]).toEqual([
        'skn',
        [],
      ])
      expect(
        (await on.findSubjectKeys(at.db, 'pesel', [company.pesel!, '0'])).map(({ id, name }) => [id, name]),
      ).toEqual([[company.id, 'Firma']])
      expect([await on.readMonitorCount(at.db, a), await on.readMonitorCount(at.db, b)]).toEqual([6, 2])
      await on.deleteMonitor(at.db, a, `z-${a}`)
      expect([
        await on.readMonitorCount(at.db, a),
        await on.readMonitorCount(at.db, await at.account()),
        await on.listWrongMonitorCounts(at.db, a),
      ]).toEqual([5, 0, []])
      await on.changeMonitorCount(at.db, a, 3)
      expect([
        await on.listWrongMonitorCounts(at.db, a),
        (await on.listWrongMonitorCounts(at.db)).map((row) => row.account_id),
      ]).toEqual([[{ account_id: a, kept: 8, counted: 5 }], [a]])
      await on.changeMonitorCount(at.db, a, -3)
    })

    it('of tags', async () => {
      const [a, b] = [await at.account(), await at.account()]
      await on.insertMonitors(
        at.db,
        ['1', '2', '3'].map((name) => monitorOf(a, name)),
      )
      await on.insertMonitors(at.db, [monitorOf(b, '4')])
      const id = (name: string, account = a) => `${name}-${account}`
      const tag = (name: string, value: string, account = a) => ({
        monitor_id: id(name, account),
        account_id: account,
        tag: value,
      })
      await on.insertTags(at.db, [tag('1', 'ż, z'), tag('1', 'b'), tag('2', 'b'), tag('4', 'b', b)])
      expect(await on.findTagsOf(at.db, [id('1'), id('3')])).toEqual(
        new Map([
          [id('1'), ['b', 'ż, z']],
          [id('3'), []],
        ]),
      )
      const own = (await on.findOwnTags(at.db, a, [id('1'), id('3'), id('4', b)])).map((row) => ({
        id: row.id,
        tags: row.tags.toSorted(),
      }))
      expect(own.toSorted((x, y) => (x.id < y.id ? -1 : 1))).toEqual([
        { id: id('1'), tags: ['b', 'ż, z'] },
        { id: id('3'), tags: [] },
      ])
      expect(await on.countByTag(at.db, a)).toEqual([
        { tag: 'b', monitors: 2 },
        { tag: 'ż, z', monitors: 1 },
      ])
      expect([
        await on.isTagUsed(at.db, a, 'b'),
        await on.isTagUsed(at.db, b, 'ż, z'),
        await on.countTagged(at.db, a),
      ]).toEqual([true, false, 2])
      await on.deleteTags(at.db, [id('1'), id('2')], [])
      await on.deleteTags(at.db, [id('1')], ['b', 'q'])
      expect([await on.countByTag(at.db, a), await on.countTagged(at.db, b)]).toEqual([
        [
          { tag: 'b', monitors: 1 },
          { tag: 'ż, z', monitors: 1 },
        ],
        1,
      ])
    })

    it('of events', async () => {
      const [a, b] = [await at.account(), await at.account()]
      const first = await on.newestEventId(at.db)
      const event = (account_id: string, id: number, given: Partial<Row<'monitor_events'>> = {}) => ({
        ...at.row('monitor_events', { account_id, source: 'krs', monitor_id: 'm', created_at: minute(id), ...given }),
        id: first + id,
      })
      await on.insertMonitors(at.db, [monitorOf(a, 'm1'), monitorOf(a, 'm2')])
      await on.insertEvents(at.db, [
        event(a, 1),
        event(a, 2, { source: 'krz' }),
        event(b, 3),
        event(a, 4, { monitor_id: `m1-${a}` }),
        event(a, 5, { source: 'msig', monitor_id: `m1-${a}` }),
      ])
      const query = { accountId: a, source: undefined, monitorId: undefined }
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id - first).join('')
      const since = async (given: object, from: number, limit = 9) =>
        ids(await on.listEventsSince(at.db, { ...query, ...given, since: first + from, limit }))
      expect([
        await since({}, 1),
        await since({}, 0, 2),
        await since({ source: 'krs' }, 0),
        await since({ monitorId: 'm' }, 0),
        await since({ from: minute(2), until: minute(5) }, 0),
      ]).toEqual(['245', '12', '14', '12', '24'])
      const before = async (position?: number, limit = 9) =>
        ids(
          await on.listEventsBefore(at.db, {
            ...query,
            before: position === undefined ? undefined : first + position,
            limit,
          }),
        )
      expect([await before(), await before(4), await before(undefined, 1)]).toEqual(['5421', '21', '5'])
      expect([
        await on.countEvents(at.db, query),
        await on.countEvents(at.db, { ...query, until: minute(2) }),
        (await on.newestEventId(at.db)) - first,
      ]).toEqual([4, 1, 5])
      expect(
        (await on.listNewEvents(at.db, { since: first + 2, limit: 2 })).map((row) => [row.id - first, row.account_id]),
      ).toEqual([
        [3, b],
        [4, a],
      ])
      await on.refreshLastEvents(at.db, [`m1-${a}`, `m2-${a}`])
      expect([await on.findMonitor(at.db, a, `m1-${a}`), await on.findMonitor(at.db, a, `m2-${a}`)]).toMatchObject([
        { last_event_at: minute(5), last_event_source: 'msig' },
        { last_event_at: null },
      ])
    })

    it('of announcements and their streams', async () => {
      const subject = bareSubject({ name: 'S', krs: '0000000777', nip: 'n777', pesel: 'p777' })
      await insertSubjects(at.db, [subject])
      const find = await on.findAnnouncedSubjects(at.db, [
        { subject_id: null, krs: subject.krs, nip: null, pesel: null },
        { subject_id: subject.id, krs: null, nip: null, pesel: null },
      ] as unknown as Parameters<typeof on.findAnnouncedSubjects>[1])
      const announced = (given: object) =>
        find({ subject_id: null, krs: null, nip: null, pesel: null, ...given } as Parameters<typeof find>[0])?.name
      expect([
        announced({ krs: subject.krs }),
        announced({ subject_id: subject.id }),
        announced({ nip: 'n777' }),
      ]).toEqual(['S', 'S', undefined])
      const of = (id: string, day: number, given: Partial<Row<'announcements'>> = {}) => {
        const {
          place: _,
          number: _number,
          ...row
        } = at.row('announcements', {
          id,
          day: `2026-11-${day}`,
          source: 'krs',
          published_at: minute(day),
          row: '{}',
          name: 'N',
          ...given,
        })
        return row
      }
      const before = await on.lastAnnouncementNumber(at.db)
      const inserted = await on.insertAnnouncements(at.db, [
        of('a', 12, { row: '{"entry_number":9}', krs: 'k', signature: 'sig' }),
        of('b', 12, { row: '{"entry_number":2}', nip: 'n' }),
        of('c', 11, { source: 'krz', row: '{"number":"X/1"}' }),
        of('d', 13, { source: 'msig', row: '{"notice_number":5}' }),
      ])
      expect([inserted, await on.insertAnnouncements(at.db, []), await on.lastAnnouncementNumber(at.db)]).toEqual([
        new Set(['a', 'b', 'c', 'd']),
        new Set(),
        before + 1,
      ])
      expect(await on.insertAnnouncements(at.db, [of('a', 20), of('e', 14)])).toEqual(new Set(['e']))
      const list = async (given: object) =>
        names(
          await on.listNextAnnouncements(at.db, {
            window: {},
            after: undefined,
            limit: 9,
            sources: ['krs', 'krz', 'msig'],
            ...given,
          }),
        )
      expect([
        await list({}),
        await list({ limit: 2 }),
        await list({ sources: ['krs'] }),
        await list({ sources: [] }),
      ]).toEqual(['cbade', 'cb', 'bae', ''])
      expect([
        await list({ after: { day: '2026-11-12', place: 2, id: 'b' } }),
        await list({ read: { day: '2026-11-12', id: 'a' } }),
        await list({ krs: 'k' }),
        await list({ nip: 'n' }),
      ]).toEqual(['ade', 'bde', 'a', 'b'])
      expect([
        await list({ from: '2026-11-12', to: '2026-11-13' }),
        await list({ window: { above: before + 1 } }),
        await list({ window: { upTo: before + 1 } }),
      ]).toEqual(['bad', 'e', 'cbad'])
      expect([
        await list({ window: { publishedAfter: minute(12) } }),
        await list({ window: { publishedUpTo: minute(12) } }),
      ]).toEqual(['de', 'cba'])
      const keyed = async (given: object) =>
        names(
          await on.listNextKeyed(at.db, {
            source: 'krs',
            from: '2026-11-01',
            to: '2026-11-30',
            publishedUpTo: minute(13),
            after: undefined,
            limit: 9,
            ...given,
          }),
        )
      expect([
        await keyed({}),
        await keyed({ limit: 1 }),
        await keyed({ publishedUpTo: minute(20), after: { day: '2026-11-12', place: 2, id: 'b' } }),
        await keyed({ to: '2026-11-11' }),
      ]).toEqual(['ba', 'b', 'ae', ''])
      const further = on.isFurther({ day: '2026-11-12', place: 9, id: 'a' })
      expect(names(await at.db.selectFrom('announcements').select('id').where(further).orderBy('day').execute())).toBe(
        'de',
      )
      const notes = await on.readAnnouncementNotes(at.db, ['a', 'c', 'd', 'e', 'z'])
      expect(
        [...notes].toSorted(([x], [y]) => (x < y ? -1 : 1)).map(([id, note]) => [id, note.number, note.signature]),
      ).toEqual([
        ['a', '9', 'sig'],
        ['c', 'X/1', null],
        ['d', '5', null],
        ['e', null, null],
      ])
      await on.deleteAnnouncementsBefore(at.db, '2026-11-13')
      expect(await list({})).toBe('de')
    })

    it('of the record', async () => {
      const [a, b] = [await at.account(), await at.account()]
      const keeper = await on.recordedValuesOf(at.db, a)
      const same = on.createRecordedValues('key', a)
      expect([
        keeper.value('nip', '1'),
        same.value('pesel', '44051401458'),
        on.createRecordedValues('key', b).value('pesel', '44051401458') === same.value('pesel', '44051401458'),
      ]).toEqual(['1', expect.stringMatching(/^44.*58 #[0-9a-f]{16}$/), false])
      on.setEvidenceKey(at.db, 'another key')
      expect((await on.recordedValuesOf(at.db, a)).value('pesel', '44051401458')).toBe(
        on.createRecordedValues('another key', a).value('pesel', '44051401458'),
      )
      const lists = (...nip: string[]) => keeper.lists({ nip })
      expect([on.hashOfLists(lists('1', '2')) === on.hashOfLists(lists('2', '1')), on.hashOfLists(lists('1'))]).toEqual(
        [true, expect.stringMatching(/^[0-9a-f]{64}$/)],
      )
      const version = async (
        account_id: string,
        filter_id: string,
        kind: Row<'filter_versions'>['kind'],
        { moment, ...values }: { moment: number; before: string[]; after: string[] },
      ) => {
        const {
          added: _,
          removed: _removed,
          item_count: _count,
          sha256: _sha,
          ...row
        } = at.row('filter_versions', { account_id, filter_id, kind, at: minute(moment), name: kind })
        await on.insertFilterVersion(at.db, row, { before: lists(...values.before), after: lists(...values.after) })
      }
      await version(a, 'f', 'created', { moment: 1, before: [], after: ['1', '2'] })
      await version(a, 'f', 'changed', { moment: 2, before: ['1', '2'], after: ['2', '3', '4'] })
      await version(a, 'f', 'deleted', { moment: 3, before: ['2', '3', '4'], after: [] })
      await version(a, 'g', 'missing', { moment: 4, before: [], after: [] })
      await version(a, 'h', 'created', { moment: 5, before: [], after: ['1'] })
      await version(b, 'f', 'created', { moment: 1, before: [], after: [] })
      const versions = await on.listFilterVersions(at.db, a, 'f')
      expect(versions.map((row) => [row.kind, row.item_count])).toEqual([
        ['created', 2],
        ['changed', 3],
        ['deleted', 0],
      ])
      expect([JSON.parse(versions[1]!.added), JSON.parse(versions[1]!.removed), versions[1]!.sha256]).toEqual([
        lists('3', '4'),
        lists('1'),
        on.hashOfLists(lists('2', '3', '4')),
      ])
      const latest = await on.listLatestVersions(at.db, a)
      expect(latest.map((row) => `${row.filter_id} ${row.kind}`).toSorted()).toEqual([
        'f deleted',
        'g missing',
        'h created',
      ])
      expect(await on.listDeletedFilters(at.db, a)).toEqual([
        { filter_id: 'g', at: minute(4), name: 'missing', versions: 1, held: null },
        { filter_id: 'f', at: minute(3), name: 'deleted', versions: 3, held: 3 },
      ])
      await on.confirmFilterVersion(at.db, versions[2]!.id, minute(9))
      expect((await on.listFilterVersions(at.db, a, 'f')).map((row) => row.seen_until)).toEqual([null, null, minute(9)])
      const monitor = at.row('deleted_monitors', { id: randomUUID(), account_id: a, tags: '[]', label: 'L' })
      await on.insertDeletedMonitor(at.db, monitor)
      expect([
        await on.findDeletedMonitor(at.db, a, monitor.id),
        await on.findDeletedMonitor(at.db, b, monitor.id),
      ]).toEqual([monitor, undefined])
      const attach = (account_id: string, filter_id: string) =>
        on.insertAttachment(
          at.db,
          at.row('monitor_attachments', {
            account_id,
            monitor_id: 'm',
            filter_id,
            former_filter_id: 'f',
            at: minute(1),
          }),
        )
      for (const [account, id] of [
        [a, '2'],
        [a, '1'],
        [b, '3'],
      ] as const)
        await attach(account, id)
      expect((await on.listAttachments(at.db, a, 'm')).map((row) => row.filter_id)).toEqual(['2', '1'])
      for (const [from, until] of [
        [5, 9],
        [1, 3],
        [5, 20],
      ] as const)
        await on.insertPublicationGap(at.db, { from_at: minute(from), until_at: minute(until) })
      const gaps = async (from: number, until: number) =>
        (await on.listPublicationGaps(at.db, minute(from), minute(until))).map((gap) => gap.until_at)
      expect([await gaps(0, 10), await gaps(3, 5), await gaps(2, 6), await gaps(9, 30)]).toEqual([
        [minute(3), minute(9)],
        [],
        [minute(3), minute(9)],
        [],
      ])
      expect(await on.findEvidenceSince(at.db)).toBeUndefined()
      await putMeta(at.db, 'evidence_since', minute(1))
      expect(await on.findEvidenceSince(at.db)).toBe(minute(1))
    })
  },
)
