import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { readCompanyQuery } from '@/lib/domain/companies/company-name'
import { findMeta, putMeta } from '@/lib/storage/meta'
import { bareSubject } from '@/lib/testing/companies'
import { describeStatements } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import { insertAnnouncements } from '../../monitors/statements/announcements'
import * as companies from './companies'
import * as krsEntries from './krs-entries'
import * as msigIssues from './msig-issues'
import * as registerEntries from './register-entries'
import * as relations from './relations'
import * as riskFacts from './risk-facts'
import * as sampleRemoval from './sample-removal'
import * as sampleStates from './sample-states'
import * as subjectConditions from './subject-conditions'
import * as subjectNames from './subject-names'
import * as subjectSearch from './subject-search'
import * as subjectStages from './subject-stages'
import * as subjects from './subjects'
import * as whiteListEntries from './white-list-entries'

describeStatements(
  [
    companies,
    krsEntries,
    msigIssues,
    registerEntries,
    relations,
    riskFacts,
    sampleRemoval,
    sampleStates,
    subjectConditions,
    subjectNames,
    subjectSearch,
    subjectStages,
    subjects,
    whiteListEntries,
  ],
  (store, statements) => {
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ')
    const announcement = (id: string, overrides: Partial<Row<'announcements'>>) => {
      const {
        place: _,
        number: _number,
        ...row
      } = store.row('announcements', { id, row: `{"id":"${id}"}`, ...overrides })
      return row
    }

    it('find companies by their numbers', async () => {
      const company = bareSubject({ id: 'b1', name: 'Firma', krs: 'k1', nip: 'n1', regon: 'r1' })
      const other = bareSubject({ id: 'a1', name: 'Inna', krs: 'k2', nip: 'n2' })
      const person = bareSubject({ id: 'p1', name: 'Osoba', nip: 'n3', pesel: 'p', kind: 'person' })
      await statements.insertSubjects(store.db, [person])
      expect(await statements.hasCompanies(store.db)).toBe(false)
      await statements.insertSubjects(store.db, [company, other])
      expect(await statements.hasCompanies(store.db)).toBe(true)
      const found = await Promise.all(
        (['krs', 'nip', 'regon', 'id'] as const).map((column) =>
          statements.findCompany(store.db, { column, value: { krs: 'k1', nip: 'n1', regon: 'r1', id: 'b1' }[column] }),
        ),
      )
      expect(found.map((each) => each?.name)).toEqual(['Firma', 'Firma', 'Firma', 'Firma'])
      expect([
        await statements.findCompany(store.db, { column: 'nip', value: 'n3' }),
        await statements.findCompany(store.db, { column: 'krs', value: 'n1' }),
      ]).toEqual([undefined, undefined])
      expect(
        ids(
          await statements.findCompanies(store.db, [
            { column: 'krs', value: 'k1' },
            { column: 'nip', value: 'n1' },
            { column: 'nip', value: 'n2' },
            { column: 'nip', value: 'n3' },
          ]),
        ),
      ).toBe('a1 b1')
      expect(ids(await statements.listCompanies(store.db, ['b1', 'p1', 'zz']))).toBe('b1')
      expect([
        await statements.findSubjectNames(store.db, 'nip', ['n1', 'n3', 'x']),
        await statements.findSubjectNames(store.db, 'subject_id', ['a1']),
      ]).toEqual([
        new Map([
          ['n1', 'Firma'],
          ['n3', 'Osoba'],
        ]),
        new Map([['a1', 'Inna']]),
      ])
      expect(await statements.findCompanyNames(store.db, 'nip', ['n1', 'n3'])).toEqual(new Map([['n1', 'Firma']]))
    })

    it('search companies by their names', async () => {
      const namedCompanies = [
        'Zielony Rower sp. z o.o.',
        'Rower Zielony S.A.',
        'Rowerownia',
        'Motocykl',
        'Zielony Rower Plus',
      ].map((name) => bareSubject({ name, legal_form: 'x' }))
      await statements.insertSubjects(store.db, [
        ...namedCompanies,
        bareSubject({ name: 'Rower Osoba', kind: 'person' }),
      ])
      const search = async (
        q: string,
        page: { after?: subjectSearch.SearchPosition; limit?: number; ids?: string[] } = {},
      ) =>
        statements.searchSubjects(
          store.db,
          { query: readCompanyQuery(q), ids: page.ids ?? [] },
          { after: page.after, limit: page.limit ?? 9 },
        )
      const findNames = async (...parameters: Parameters<typeof search>) =>
        (await search(...parameters)).rows.map(({ name }) => name)
      expect(await findNames('zielony rower')).toEqual([
        'Zielony Rower sp. z o.o.',
        'Zielony Rower Plus',
        'Rower Zielony S.A.',
      ])
      expect((await findNames('rower zielony sa'))[0]).toBe('Rower Zielony S.A.')
      expect([(await search('rower')).total, await findNames('motocykel'), await findNames('nic')]).toEqual([
        4,
        ['Motocykl'],
        [],
      ])
      const first = await search('zielony', { limit: 1 })
      const rest = await search('zielony', { after: first.rows[0]! })
      expect([
        first.rows.length,
        first.total,
        rest.rows.length,
        new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size,
      ]).toEqual([1, 3, 2, 3])
      expect((await search('zielony', { ids: [namedCompanies[3]!.id] })).rows[0]?.name).toBe('Motocykl')
      await statements.updateCompany(store.db, namedCompanies[0]!.id, { status: 'deregistered' })
      await statements.updateCompany(store.db, namedCompanies[3]!.id, {
        name: 'Zielony Rower Motocykl',
        city: 'Gdynia',
      })
      expect((await findNames('zielony rower')).toSorted()).toEqual([
        'Rower Zielony S.A.',
        'Zielony Rower Motocykl',
        'Zielony Rower Plus',
        'Zielony Rower sp. z o.o.',
      ])
      expect((await findNames('rower')).at(-1)).toBe('Zielony Rower sp. z o.o.')
      const { all, better } = statements.testsOf(readCompanyQuery('rower'))
      const [stage] = statements.stagesInOrder([all])
      const counted = (await statements.countOf(store.db, stage!).execute(store.db)).rows[0]?.count
      const places = (await statements.placesIn(store.db, stage!, { after: 0, limit: 2 }).execute(store.db)).rows as {
        place: number
      }[]
      expect([Number(counted), places.length, better.length > 0, statements.toPrefixWords(['a'])]).toEqual([
        5,
        2,
        true,
        [[{ text: 'a' }]],
      ])
      const wordless = statements.stagesInOrder([
        { by: 'id', ids: [namedCompanies[1]!.id] },
        { by: 'key', key: 'rowerownia', isWhole: true },
        all,
      ])
      const sizes = await Promise.all(
        wordless.map(
          async (each) =>
            (await statements.placesIn(store.db, each, { after: 0, limit: 9 }).execute(store.db)).rows.length,
        ),
      )
      expect(sizes).toEqual([1, 1, 3])
      expect(Number((await statements.countOf(store.db, wordless[2]!).execute(store.db)).rows[0]?.count)).toBe(3)
    })

    it('read and write relations', async () => {
      const relation = (id: string, overrides: Partial<Row<'relations'>>) =>
        store.row('relations', {
          id,
          company_id: 'c1',
          holder_id: 'h1',
          holder_name: 'H',
          role: 'board',
          ...overrides,
        })
      await statements.insertRelations(store.db, [
        relation('r3', { since: '2020-01-01' }),
        relation('r1', {}),
        relation('r2', { since: '2019-01-01', role: 'shareholder', detail: '5' }),
        relation('r4', { company_id: 'c2', role: 'shareholder', until: '2024-01-01' }),
        relation('r5', { company_id: 'h1', holder_id: 'c1', since: '2000-01-01' }),
      ])
      expect([
        ids(await statements.listHolders(store.db, 'c1')),
        ids(await statements.listHeldBy(store.db, 'h1')),
        ids((await statements.listRelationsOf(store.db, ['h1'], 2)).toSorted((x, y) => (x.id < y.id ? -1 : 1))),
      ]).toEqual(['r1 r2 r3', 'r1 r2 r3 r4', 'r1 r2 r5'])
      expect(await statements.listShareholders(store.db, ['c1', 'c2'])).toEqual([{ company_id: 'c1', detail: '5' }])
      await statements.endRelation(store.db, 'r2', '2026-01-01')
      await statements.renameHolder(store.db, 'h1', 'New')
      const rows = await statements.listRelationsOf(store.db, ['c1'], 9)
      expect(new Map(rows.map((row) => [row.id, `${row.holder_name} ${row.until}`]))).toEqual(
        new Map([
          ['r1', 'New null'],
          ['r2', 'New 2026-01-01'],
          ['r3', 'New null'],
          ['r5', 'H null'],
        ]),
      )
      expect(await statements.listShareholders(store.db, ['c1'])).toEqual([])
    })

    it('read and write register entries', async () => {
      const entry = (id: string, position: number, overrides: Partial<Row<'register_entries'>>) =>
        store.row('register_entries', {
          id,
          position,
          register: 'uokik',
          row: id,
          search_text: '',
          day: '2026-11-20',
          ...overrides,
        })
      await statements.insertEntries(store.db, [
        entry('u1', 1, { search_text: 'zolta woda 12/2020', nip: 'n1' }),
        entry('u2', 2, { search_text: 'woda 1222020', day: '2026-11-21' }),
        entry('k1', 3, { register: 'knf', section: 2, nip: 'n1' }),
        entry('k2', 4, { register: 'knf', section: 2, krs: 'k1', day: '2026-11-01' }),
        entry('k3', 5, { register: 'knf' }),
      ])
      expect([
        (await statements.findUokikDecision(store.db, 'u1'))?.row,
        await statements.findUokikDecision(store.db, 'k1'),
      ]).toEqual(['u1', undefined])
      const list = async (
        overrides: Partial<registerEntries.RegisterEntryQuery>,
        page: { before?: number; limit?: number } = {},
      ) =>
        (
          await statements.listRegisterEntries(
            store.db,
            { register: 'uokik', texts: [], ...overrides },
            { before: page.before, limit: page.limit ?? 9 },
          )
        )
          .map(({ row }) => row)
          .join(' ')
      expect([
        await list({}),
        await list({}, { limit: 1 }),
        await list({}, { before: 2 }),
        await list({ texts: ['woda zolta'] }),
        await list({ texts: ['12/2020'] }),
        await list({ texts: ['12_2020', 'none'] }),
      ]).toEqual(['u2 u1', 'u2', 'u1', 'u1', 'u1', ''])
      expect([
        await list({ register: 'knf', section: 2 }),
        await list({ nip: 'n1' }),
        await list({ from: '2026-11-21' }),
        await list({ to: '2026-11-20' }),
      ]).toEqual(['k2 k1', 'u1', 'u2', 'u1'])
      expect([
        await statements.countEntries(store.db, { register: 'knf', texts: [] }),
        await statements.countBySection(store.db),
      ]).toEqual([
        3,
        new Map([
          [2, 2],
          [0, 1],
        ]),
      ])
      expect([
        ids(await statements.listWarningsOf(store.db, { krs: 'k1', nip: 'n1' })),
        ids(await statements.listWarningsOf(store.db, { krs: null, nip: 'n1' })),
        await statements.listWarningsOf(store.db, { krs: null, nip: null }),
      ]).toEqual(['k2 k1', 'k1', []])
      const krs = (id: string, number: number, company_id = 'c') => store.row('krs_entries', { id, number, company_id })
      await statements.insertKrsEntries(store.db, [krs('e2', 10), krs('e1', 10), krs('e3', 9), krs('e4', 11, 'd')])
      expect([
        ids(await statements.listKrsEntries(store.db, 'c')),
        (await statements.findLastKrsEntry(store.db, 'c'))?.number,
        await statements.findLastKrsEntry(store.db, 'z'),
      ]).toEqual(['e3 e1 e2', 10, undefined])
      await statements.insertWhiteListEntries(store.db, [
        { company_id: 'c', row: '1' },
        { company_id: 'd', row: '2' },
      ])
      await statements.putWhiteListEntry(store.db, { company_id: 'c', row: '3' })
      expect((await statements.listWhiteListEntries(store.db, ['c', 'z'])).map(({ row }) => row)).toEqual(['3'])
      await statements.putSampleStates(store.db, [
        { subject_id: 's1', state: 'a' },
        { subject_id: 's2', state: 'b' },
      ])
      await statements.putSampleStates(store.db, [{ subject_id: 's1', state: 'c' }])
      expect([
        await statements.findSampleState(store.db, 's1'),
        await statements.findSampleState(store.db, 's3'),
        (await statements.listSampleStates(store.db)).length,
      ]).toEqual(['c', undefined, 2])
    })

    it('list issues and announcements', async () => {
      await insertAnnouncements(store.db, [
        announcement('m1', { source: 'msig', day: '2026-11-20' }),
        announcement('m2', { source: 'msig', day: '2026-11-20' }),
        announcement('m3', { source: 'msig', day: '2026-11-22' }),
        announcement('m4', { source: 'msig', day: '2026-11-23' }),
        announcement('z1', { source: 'krz', day: '2026-11-22', nip: 'N', krs: 'K' }),
        announcement('z2', { source: 'krs', day: '2026-11-20', nip: 'N' }),
        announcement('z3', { source: 'krs', day: '2026-11-21', krs: 'K' }),
        announcement('z4', { source: 'msig', day: '2026-10-01', krs: 'K' }),
      ])
      const query = { from: '2026-11-20', before: '2026-11-23' }
      expect(await statements.listIssues(store.db, query, 9)).toEqual([
        { day: '2026-11-22', positions: 1, row: '{"id":"m3"}' },
        { day: '2026-11-20', positions: 2, row: '{"id":"m1"}' },
      ])
      expect([
        (await statements.listIssues(store.db, query, 1)).length,
        await statements.countIssues(store.db, query),
        await statements.listIssues(store.db, { from: '2030-01-01', before: '2030-01-02' }, 9),
      ]).toEqual([1, 2, []])
      const against = async (krs: string | null, nip: string | null) =>
        ids(await statements.listAnnouncementsAgainst(store.db, { krs, nip }))
      expect([await against('K', 'N'), await against(null, 'N'), await against(null, null)]).toEqual([
        'z2 z3 z1',
        'z2 z1',
        '',
      ])
    })

    it('remove the sample data', async () => {
      expect(await statements.findSampleRemoval(store.db)).toBeUndefined()
      await statements.putSampleRemoval(store.db, 'going')
      await statements.putSampleRemoval(store.db, 'gone')
      await putMeta(store.db, 'sample_x', '1')
      await putMeta(store.db, 'samples', '1')
      await statements.forgetSampleFacts(store.db)
      expect([
        await statements.findSampleRemoval(store.db),
        await findMeta(store.db, 'sample_x'),
        await findMeta(store.db, 'samples'),
      ]).toEqual(['gone', undefined, '1'])
      await statements.forgetSampleRemoval(store.db)
      expect(await statements.findSampleRemoval(store.db)).toBeUndefined()
      const notice = store.row('bzp_notices', { id: randomUUID(), position: 1 })
      await store.db.insertInto('bzp_notices').values(notice).execute()
      const counted = await statements.countRegisters(store.db)
      expect(counted).toMatchObject({ notices: 1, announcements: 8, persons: 2, companies: 7 })
      expect([counted.entries, counted.bytes]).toEqual([
        16,
        9 * 600 + 2400 + 8 * 1300 + 2 * 500 + 4 * 200 + 5 * 300 + 5 * 1000,
      ])
      const deleted = await statements.clearRegisters(store.db)
      expect(deleted).toMatchObject({ subjects: 9, subject_search: 7, announcements: 8, relations: 5 })
      expect(await statements.countRegisters(store.db)).toEqual({
        companies: 0,
        persons: 0,
        notices: 0,
        announcements: 0,
        entries: 0,
        bytes: 0,
      })
    })
  },
)
