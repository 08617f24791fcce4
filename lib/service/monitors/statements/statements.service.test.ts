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
import * as recordedValues from './recorded-values'
import * as watchers from './watchers'

describeStatements(
  [
    announcementStreams,
    announcements,
    evidence,
    filters,
    recordedValues,
    monitorCounts,
    monitorEvents,
    monitorTags,
    monitors,
    watchers,
  ],
  (store, statements) => {
    let position = 0
    const monitorOf = (account_id: string, name: string, overrides: Partial<Row<'monitors'>> = {}) =>
      store.row('monitors', {
        id: `${name}-${account_id}`,
        account_id,
        position: (position += 1),
        identifier_type: 'nip',
        identifier_value: name,
        search_text: name,
        created_at: minute(1),
        ...overrides,
      })
    const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')
    const filter = async (account_id: string, name: string, ...items: [kind: string, value: string][]) => {
      const id = `${name}-${account_id}`
      await statements.insertFilter(
        store.db,
        store.row('filters', { id, account_id, name, content: '{}', created_at: minute(name.length) }),
      )
      await statements.replaceFilterItems(
        store.db,
        { id, account_id },
        items.map(([kind, value]) => ({ kind, value })),
      )
      return id
    }

    it('read and write filters', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const [one, two] = [await filter(a, 'one', ['nip', '1'], ['krs', '2']), await filter(a, 'seconds', ['nip', '3'])]
      await filter(b, 'b', ['nip', '1'])
      expect([
        await statements.listFilterNames(store.db, a),
        names(await statements.listFilters(store.db, b)),
        await statements.countFilters(store.db, a),
      ]).toEqual([
        [
          { id: one, name: 'one' },
          { id: two, name: 'seconds' },
        ],
        'b',
        2,
      ])
      await statements.updateFilter(store.db, {
        ...(await statements.findFilter(store.db, a, one))!,
        name: 'new',
        item_count: 4,
      })
      expect(await statements.findFilter(store.db, a, one)).toMatchObject({ name: 'new', item_count: 4 })
      expect(await statements.findFilter(store.db, b, one)).toBeUndefined()
      await statements.insertMonitors(store.db, [
        monitorOf(a, 'm1', { filter_id: one, identifier_type: null, identifier_value: null }),
        monitorOf(a, 'm2', { filter_id: one }),
        monitorOf(a, 'm3'),
        monitorOf(a, 'm4', { filter_id: 'gone' }),
      ])
      expect((await statements.countByFilter(store.db, 'monitors', a)).toSorted((x, y) => x.count - y.count)).toEqual([
        { filter_id: 'gone', count: 1 },
        { filter_id: one, count: 2 },
      ])
      expect(await statements.countByFilter(store.db, 'report_jobs', a)).toEqual([])
      const found = (await statements.findFilterWatchers(store.db, 'nip', ['1', '3'])).filter(({ accountId }) =>
        [a, b].includes(accountId),
      )
      expect(found.map((each) => `${each.value} ${each.monitorId}`).toSorted()).toEqual([`1 m1-${a}`, `1 m2-${a}`])
      await statements.replaceFilterItems(store.db, { id: one, account_id: a }, [{ kind: 'nip', value: '9' }])
      expect(
        (await statements.findFilterWatchers(store.db, 'nip', ['1', '9']))
          .filter(({ accountId }) => accountId === a)
          .map(({ value }) => value),
      ).toEqual(['9', '9'])
      expect([
        await statements.isFilterWatched(store.db, a, one),
        await statements.isFilterWatched(store.db, a, two),
        await statements.isFilterWatched(store.db, b, one),
      ]).toEqual([true, false, false])
      await statements.deleteFilter(store.db, b, two)
      await statements.deleteFilter(store.db, a, one)
      expect(names(await statements.listFilters(store.db, a))).toBe('seconds')
      const silent = (...ids: string[]) =>
        statements.findSilentMonitor(
          store.db,
          a,
          ids.map((id) => `${id}-${a}`),
        )
      expect([await silent('m4', 'm2', 'm3'), await silent('m3')]).toEqual([
        { id: `m2-${a}`, filter_id: one },
        undefined,
      ])
      await statements.setMonitorFilter(store.db, b, { id: `m2-${a}`, filterId: 'never' })
      await statements.setMonitorFilter(store.db, a, { id: `m2-${a}`, filterId: two })
      expect([await silent('m2'), (await statements.findMonitor(store.db, a, `m2-${a}`))?.filter_id]).toEqual([
        undefined,
        two,
      ])
    })

    it('read and write monitors', async () => {
      const [a, b] = [await store.account(), await store.account()]
      await statements.insertMonitors(store.db, [
        monitorOf(a, 'a', { search_text: 'zolw meble 123', label: '44051401359' }),
        monitorOf(a, 'b', { search_text: 'alfa 50% zolw' }),
        monitorOf(a, 'c', { identifier_type: 'pesel', identifier_value: '44051401458' }),
      ])
      await statements.insertMonitors(store.db, [monitorOf(b, 'a2')])
      await statements.insertMonitors(store.db, [])
      await statements.insertTags(
        store.db,
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
      const list = async (overrides: Partial<monitors.MonitorQuery> & { before?: number; limit?: number }) =>
        names(await statements.listMonitors(store.db, { ...query, before: undefined, limit: 9, ...overrides }))
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
      const search = (overrides: Partial<monitors.MonitorSelection>) =>
        list({ search: { texts: [], digits: undefined, pesel: undefined, ...overrides } })
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
      expect([
        await statements.countMonitors(store.db, query),
        await statements.countMonitors(store.db, { ...query, tags: ['x'] }),
      ]).toEqual([3, 2])
      expect([
        (await statements.findMonitor(store.db, a, `a-${a}`))?.label,
        await statements.findMonitor(store.db, b, `a-${a}`),
      ]).toEqual(['44051401359', undefined])
      await statements.updateMonitorLabel(store.db, { account_id: b, id: `a-${a}`, label: 'never', search_text: '' })
      await statements.updateMonitorLabel(store.db, { account_id: a, id: `a-${a}`, label: 'L', search_text: 't' })
      await statements.renameMonitored(store.db, `b-${a}`, { name: 'New', search_text: 'new' })
      expect([
        await statements.findMonitor(store.db, a, `a-${a}`),
        await statements.findMonitor(store.db, a, `b-${a}`),
      ]).toMatchObject([
        { label: 'L', search_text: 't' },
        { subject_name: 'New', search_text: 'new' },
      ])
      expect(
        (
          await statements.findWatchedValues(store.db, a, { type: 'nip', values: ['a', 'b', 'a2', '44051401458'] })
        ).toSorted(),
      ).toEqual(['a', 'b'])
      expect(
        (await statements.findIdentifierWatchers(store.db, 'nip', ['a', 'a2', 'z']))
          .filter((each) => [a, b].includes(each.accountId))
          .map((each) => `${each.value} ${each.since}`)
          .toSorted(),
      ).toEqual([`a ${minute(1)}`, `a2 ${minute(1)}`])
      const company = bareSubject({ name: 'Firma', krs: `k${a}`, nip: `n${a}`, pesel: `p${a}` })
      await insertSubjects(store.db, [company])
      await statements.insertMonitors(store.db, [
        monitorOf(b, 'k', { identifier_type: 'krs', identifier_value: company.krs }),
      ])
      await statements.insertMonitors(store.db, [
        monitorOf(a, 'n', { identifier_value: company.nip }),
        monitorOf(a, 's', { identifier_type: 'subject_id', identifier_value: company.id }),
        monitorOf(a, 'z', { identifier_type: 'krs', identifier_value: company.nip }),
      ])
      expect([
        names(await statements.listMonitorsOf(store.db, company.id)),
        await statements.listMonitorsOf(store.db, 'none'),
      ]).toEqual(['skn', []])
      expect(
        (await statements.findSubjectKeys(store.db, 'pesel', [company.pesel!, '0'])).map(({ id, name }) => [id, name]),
      ).toEqual([[company.id, 'Firma']])
      expect([await statements.readMonitorCount(store.db, a), await statements.readMonitorCount(store.db, b)]).toEqual([
        6, 2,
      ])
      await statements.deleteMonitor(store.db, a, `z-${a}`)
      expect([
        await statements.readMonitorCount(store.db, a),
        await statements.readMonitorCount(store.db, await store.account()),
        await statements.listWrongMonitorCounts(store.db, a),
      ]).toEqual([5, 0, []])
      await statements.changeMonitorCount(store.db, a, 3)
      expect([
        await statements.listWrongMonitorCounts(store.db, a),
        (await statements.listWrongMonitorCounts(store.db)).map((row) => row.account_id),
      ]).toEqual([[{ account_id: a, kept: 8, counted: 5 }], [a]])
      await statements.changeMonitorCount(store.db, a, -3)
    })

    it('read and write tags', async () => {
      const [a, b] = [await store.account(), await store.account()]
      await statements.insertMonitors(
        store.db,
        ['1', '2', '3'].map((name) => monitorOf(a, name)),
      )
      await statements.insertMonitors(store.db, [monitorOf(b, '4')])
      const id = (name: string, account = a) => `${name}-${account}`
      const tag = (name: string, value: string, account = a) => ({
        monitor_id: id(name, account),
        account_id: account,
        tag: value,
      })
      await statements.insertTags(store.db, [tag('1', 'ż, z'), tag('1', 'b'), tag('2', 'b'), tag('4', 'b', b)])
      expect(await statements.findTagsOf(store.db, [id('1'), id('3')])).toEqual(
        new Map([
          [id('1'), ['b', 'ż, z']],
          [id('3'), []],
        ]),
      )
      const ownTags = (await statements.findOwnTags(store.db, a, [id('1'), id('3'), id('4', b)])).map((row) => ({
        id: row.id,
        tags: row.tags.toSorted(),
      }))
      expect(ownTags.toSorted((x, y) => (x.id < y.id ? -1 : 1))).toEqual([
        { id: id('1'), tags: ['b', 'ż, z'] },
        { id: id('3'), tags: [] },
      ])
      expect(await statements.countByTag(store.db, a)).toEqual([
        { tag: 'b', monitors: 2 },
        { tag: 'ż, z', monitors: 1 },
      ])
      expect([
        await statements.isTagUsed(store.db, a, 'b'),
        await statements.isTagUsed(store.db, b, 'ż, z'),
        await statements.countTagged(store.db, a),
      ]).toEqual([true, false, 2])
      await statements.deleteTags(store.db, [id('1'), id('2')], [])
      await statements.deleteTags(store.db, [id('1')], ['b', 'q'])
      expect([await statements.countByTag(store.db, a), await statements.countTagged(store.db, b)]).toEqual([
        [
          { tag: 'b', monitors: 1 },
          { tag: 'ż, z', monitors: 1 },
        ],
        1,
      ])
    })

    it('insert, list and count events', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const first = await statements.newestEventId(store.db)
      const event = (account_id: string, id: number, overrides: Partial<Row<'monitor_events'>> = {}) => ({
        ...store.row('monitor_events', {
          account_id,
          source: 'krs',
          monitor_id: 'm',
          created_at: minute(id),
          ...overrides,
        }),
        id: first + id,
      })
      await statements.insertMonitors(store.db, [monitorOf(a, 'm1'), monitorOf(a, 'm2')])
      await statements.insertEvents(store.db, [
        event(a, 1),
        event(a, 2, { source: 'krz' }),
        event(b, 3),
        event(a, 4, { monitor_id: `m1-${a}` }),
        event(a, 5, { source: 'msig', monitor_id: `m1-${a}` }),
      ])
      const query = { accountId: a, source: undefined, monitorId: undefined }
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id - first).join('')
      const since = async (overrides: object, from: number, limit = 9) =>
        ids(await statements.listEventsSince(store.db, { ...query, ...overrides, since: first + from, limit }))
      expect([
        await since({}, 1),
        await since({}, 0, 2),
        await since({ source: 'krs' }, 0),
        await since({ monitorId: 'm' }, 0),
        await since({ from: minute(2), until: minute(5) }, 0),
      ]).toEqual(['245', '12', '14', '12', '24'])
      const before = async (position?: number, limit = 9) =>
        ids(
          await statements.listEventsBefore(store.db, {
            ...query,
            before: position === undefined ? undefined : first + position,
            limit,
          }),
        )
      expect([await before(), await before(4), await before(undefined, 1)]).toEqual(['5421', '21', '5'])
      const found = async (accountId: string) =>
        (await statements.findEvent(store.db, { accountId, id: first + 2 }))?.id
      expect([await found(a), await found(await store.account())]).toEqual([first + 2, undefined])
      expect([
        await statements.countEvents(store.db, query),
        await statements.countEvents(store.db, { ...query, until: minute(2) }),
        (await statements.newestEventId(store.db)) - first,
      ]).toEqual([4, 1, 5])
      expect(
        (await statements.listNewEvents(store.db, { since: first + 2, limit: 2 })).map((row) => [
          row.id - first,
          row.account_id,
        ]),
      ).toEqual([
        [3, b],
        [4, a],
      ])
      await statements.refreshLastEvents(store.db, [`m1-${a}`, `m2-${a}`])
      expect([
        await statements.findMonitor(store.db, a, `m1-${a}`),
        await statements.findMonitor(store.db, a, `m2-${a}`),
      ]).toMatchObject([{ last_event_at: minute(5), last_event_source: 'msig' }, { last_event_at: null }])
    })

    it('insert announcements and list their streams', async () => {
      const subject = bareSubject({ name: 'S', krs: '0000000777', nip: 'n777', pesel: 'p777' })
      await insertSubjects(store.db, [subject])
      const find = await statements.findAnnouncedSubjects(store.db, [
        { subject_id: null, krs: subject.krs, nip: null, pesel: null },
        { subject_id: subject.id, krs: null, nip: null, pesel: null },
      ] as unknown as Parameters<typeof statements.findAnnouncedSubjects>[1])
      const subjectNameOf = (overrides: object) =>
        find({ subject_id: null, krs: null, nip: null, pesel: null, ...overrides } as Parameters<typeof find>[0])?.name
      expect([
        subjectNameOf({ krs: subject.krs }),
        subjectNameOf({ subject_id: subject.id }),
        subjectNameOf({ nip: 'n777' }),
      ]).toEqual(['S', 'S', undefined])
      const announcement = (id: string, day: number, overrides: Partial<Row<'announcements'>> = {}) => {
        const {
          place: _,
          number: _number,
          ...row
        } = store.row('announcements', {
          id,
          day: `2026-11-${day}`,
          source: 'krs',
          published_at: minute(day),
          row: '{}',
          name: 'N',
          ...overrides,
        })
        return row
      }
      const before = await statements.lastAnnouncementNumber(store.db)
      const inserted = await statements.insertAnnouncements(store.db, [
        announcement('a', 12, { row: '{"entry_number":9}', krs: 'k', signature: 'sig' }),
        announcement('b', 12, { row: '{"entry_number":2}', nip: 'n' }),
        announcement('c', 11, { source: 'krz', row: '{"number":"X/1"}' }),
        announcement('d', 13, { source: 'msig', row: '{"notice_number":5}' }),
      ])
      expect([
        inserted,
        await statements.insertAnnouncements(store.db, []),
        await statements.lastAnnouncementNumber(store.db),
      ]).toEqual([new Set(['a', 'b', 'c', 'd']), new Set(), before + 1])
      expect(await statements.insertAnnouncements(store.db, [announcement('a', 20), announcement('e', 14)])).toEqual(
        new Set(['e']),
      )
      const list = async (overrides: object) =>
        names(
          await statements.listNextAnnouncements(store.db, {
            window: {},
            after: undefined,
            limit: 9,
            sources: ['krs', 'krz', 'msig'],
            ...overrides,
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
      const keyed = async (overrides: object) =>
        names(
          await statements.listNextKeyed(store.db, {
            source: 'krs',
            from: '2026-11-01',
            to: '2026-11-30',
            publishedUpTo: minute(13),
            after: undefined,
            limit: 9,
            ...overrides,
          }),
        )
      expect([
        await keyed({}),
        await keyed({ limit: 1 }),
        await keyed({ publishedUpTo: minute(20), after: { day: '2026-11-12', place: 2, id: 'b' } }),
        await keyed({ to: '2026-11-11' }),
      ]).toEqual(['ba', 'b', 'ae', ''])
      const further = statements.isFurther({ day: '2026-11-12', place: 9, id: 'a' })
      expect(
        names(await store.db.selectFrom('announcements').select('id').where(further).orderBy('day').execute()),
      ).toBe('de')
      const notes = await statements.readAnnouncementNotes(store.db, ['a', 'c', 'd', 'e', 'z'])
      expect(
        [...notes].toSorted(([x], [y]) => (x < y ? -1 : 1)).map(([id, note]) => [id, note.number, note.signature]),
      ).toEqual([
        ['a', '9', 'sig'],
        ['c', 'X/1', null],
        ['d', '5', null],
        ['e', null, null],
      ])
      expect((await statements.findAnnouncement(store.db, 'c'))?.id).toBe('c')
      expect(await statements.findAnnouncement(store.db, 'z')).toBeUndefined()
      await statements.deleteAnnouncementsBefore(store.db, '2026-11-13')
      expect(await list({})).toBe('de')
    })

    it('read and write the record of filters and monitors', async () => {
      const [a, b] = [await store.account(), await store.account()]
      const valuesOfA = await statements.recordedValuesOf(store.db, a)
      const recreated = statements.createRecordedValues('key', a)
      expect([
        valuesOfA.value('nip', '1'),
        recreated.value('pesel', '44051401458'),
        statements.createRecordedValues('key', b).value('pesel', '44051401458') ===
          recreated.value('pesel', '44051401458'),
      ]).toEqual(['1', expect.stringMatching(/^44.*58 #[0-9a-f]{16}$/), false])
      statements.setEvidenceKey(store.db, 'another key')
      expect((await statements.recordedValuesOf(store.db, a)).value('pesel', '44051401458')).toBe(
        statements.createRecordedValues('another key', a).value('pesel', '44051401458'),
      )
      const lists = (...nip: string[]) => valuesOfA.lists({ nip })
      expect([
        statements.hashOfLists(lists('1', '2')) === statements.hashOfLists(lists('2', '1')),
        statements.hashOfLists(lists('1')),
      ]).toEqual([true, expect.stringMatching(/^[0-9a-f]{64}$/)])
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
        } = store.row('filter_versions', { account_id, filter_id, kind, at: minute(moment), name: kind })
        await statements.insertFilterVersion(store.db, row, {
          before: lists(...values.before),
          after: lists(...values.after),
        })
      }
      await version(a, 'f', 'created', { moment: 1, before: [], after: ['1', '2'] })
      await version(a, 'f', 'changed', { moment: 2, before: ['1', '2'], after: ['2', '3', '4'] })
      await version(a, 'f', 'deleted', { moment: 3, before: ['2', '3', '4'], after: [] })
      await version(a, 'g', 'missing', { moment: 4, before: [], after: [] })
      await version(a, 'h', 'created', { moment: 5, before: [], after: ['1'] })
      await version(b, 'f', 'created', { moment: 1, before: [], after: [] })
      const versions = await statements.listFilterVersions(store.db, a, 'f')
      expect(versions.map((row) => [row.kind, row.item_count])).toEqual([
        ['created', 2],
        ['changed', 3],
        ['deleted', 0],
      ])
      expect([JSON.parse(versions[1]!.added), JSON.parse(versions[1]!.removed), versions[1]!.sha256]).toEqual([
        lists('3', '4'),
        lists('1'),
        statements.hashOfLists(lists('2', '3', '4')),
      ])
      const latest = await statements.listLatestVersions(store.db, a)
      expect(latest.map((row) => `${row.filter_id} ${row.kind}`).toSorted()).toEqual([
        'f deleted',
        'g missing',
        'h created',
      ])
      expect(await statements.listDeletedFilters(store.db, a)).toEqual([
        { filter_id: 'g', at: minute(4), name: 'missing', versions: 1, held: null },
        { filter_id: 'f', at: minute(3), name: 'deleted', versions: 3, held: 3 },
      ])
      await statements.confirmFilterVersion(store.db, versions[2]!.id, minute(9))
      expect((await statements.listFilterVersions(store.db, a, 'f')).map((row) => row.seen_until)).toEqual([
        null,
        null,
        minute(9),
      ])
      const monitor = store.row('deleted_monitors', { id: randomUUID(), account_id: a, tags: '[]', label: 'L' })
      await statements.insertDeletedMonitor(store.db, monitor)
      expect([
        await statements.findDeletedMonitor(store.db, a, monitor.id),
        await statements.findDeletedMonitor(store.db, b, monitor.id),
      ]).toEqual([monitor, undefined])
      const attach = (account_id: string, filter_id: string) =>
        statements.insertAttachment(
          store.db,
          store.row('monitor_attachments', {
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
      expect((await statements.listAttachments(store.db, a, 'm')).map((row) => row.filter_id)).toEqual(['2', '1'])
      for (const [from, until] of [
        [5, 9],
        [1, 3],
        [5, 20],
      ] as const)
        await statements.insertPublicationGap(store.db, { from_at: minute(from), until_at: minute(until) })
      const gaps = async (from: number, until: number) =>
        (await statements.listPublicationGaps(store.db, minute(from), minute(until))).map((gap) => gap.until_at)
      expect([await gaps(0, 10), await gaps(3, 5), await gaps(2, 6), await gaps(9, 30)]).toEqual([
        [minute(3), minute(9)],
        [],
        [minute(3), minute(9)],
        [],
      ])
      expect(await statements.findEvidenceSince(store.db)).toBeUndefined()
      await putMeta(store.db, 'evidence_since', minute(1))
      expect(await statements.findEvidenceSince(store.db)).toBe(minute(1))
    })
  },
)
