import { expect, it } from 'vitest'

import { panelOperationNames } from '@/lib/features/contract'
import { type WholeContent, wholeOf } from '@/lib/testing/certificates'

import { makeCertificate } from './content'
import type { Evidence } from './evidence'

const event = (id: number, overrides: Partial<Evidence['events'][number]> = {}): Evidence['events'][number] => ({
  account_id: 'a',
  lead_id: id,
  kind: 'other',
  search_text: '',
  id,
  monitor_id: 'm-1',
  source: 'krz',
  announcement_id: `o-${id}`,
  identifier_type: 'pesel',
  identifier_value: '74•••••••18',
  subject_name: 'Jan Nowak',
  title: 'Obwieszczenie o ogłoszeniu upadłości',
  created_at: '2026-11-20T11:00:00.000Z',
  day: '2026-11-20',
  ...overrides,
})

type Version = Evidence['versions'][number]
const lists = (krs: readonly string[]) => JSON.stringify(krs.length === 0 ? {} : { krs })
const version = (at: string, overrides: Partial<Version> = {}): Version => ({
  id: 1,
  account_id: 'a',
  filter_id: 'f-1',
  kind: 'created',
  witness: 'service',
  at,
  seen_until: null,
  changed_at: null,
  name: 'Poręczyciele',
  added: lists(['0000000018']),
  removed: '{}',
  item_count: 1,
  sha256: 'abc',
  ...overrides,
})

const person: Evidence = {
  monitorId: 'm-1',
  watched: {
    identifierType: 'pesel',
    identifierValue: '74•••••••18 #0123456789abcdef',
    filterId: null,
    label: 'poręczyciel',
    tags: ['umowa 7'],
    subjectName: 'Jan Nowak',
  },
  life: { from: '2026-06-01T08:00:00.000Z', until: { is: 'open' } },
  versions: [],
  gaps: [],
  since: undefined,
  retained: { events_from: null, audit_from: null },
  isEmbedded: true,
  account: 'Hurtownia',
  issuedBy: 'a@example.test',
  issuedAt: new Date('2026-11-21T10:00:00.000Z'),
  reading: { state: 'current', as_of: '2026-11-21T09:59:00.000Z', retry_at: null, code: null },
  events: [event(1), event(2)],
  notes: new Map([['o-1', { number: '20261120/00123', signature: 'KR1S/GUp-s/12/2026', day: '2026-11-19' }]]),
  authors: new Map(),
  changes: [],
}
const ofFilter: Evidence = {
  ...person,
  watched: {
    identifierType: null,
    identifierValue: null,
    filterId: 'f-1',
    label: 'Lista',
    tags: [],
    subjectName: null,
  },
  versions: [version('2026-05-01T08:00:00.000Z')],
}

const contentOf = (evidence: Evidence, locale: 'pl' | 'en' = 'pl'): WholeContent =>
  JSON.parse(JSON.stringify(wholeOf(makeCertificate(evidence, locale))).replaceAll('\u00A0', ' ')) as WholeContent
const statement = (evidence: Evidence) => contentOf(evidence).statement.join(' ')
const factOf = (content: WholeContent, label: string) => content.facts.find((fact) => fact.label === label)?.value

it('states from when to when one subject is watched, in both languages', () => {
  expect(statement(person)).toContain(
    'obserwuje ten podmiot tym monitorem od 1 cze 2026, 10:00:00 do chwili wystawienia, 21 lis 2026, 11:00:00.',
  )
  expect(contentOf(person, 'en').statement[0]).toContain('from 1 Jun 2026, 10:00:00 to the time of issue')
  expect(contentOf(person).periods?.rows).toEqual([['1 cze 2026, 10:00:00', 'chwila wystawienia', 'obserwuje podmiot']])
  expect(factOf(contentOf(person), 'Tagi')).toBe('umowa 7')
  expect(factOf(contentOf(person), 'Obserwuje')).toBe('PESEL 74•••••••18 #0123456789abcdef')
  expect(contentOf(person).limits.items.join(' ')).toContain('Numery PESEL zastąpiono maską i skrótem')
})

it('ends with the monitor, and states what is unknown', () => {
  const until = { is: 'deleted', at: '2026-11-01T09:00:00.000Z' } as const
  const deletedMonitor = { ...person, life: { ...person.life, until } }
  expect(statement(deletedMonitor)).toContain(
    'obserwowało ten podmiot tym monitorem od 1 cze 2026, 10:00:00 do 1 lis 2026, 10:00:00',
  )
  expect(JSON.stringify(contentOf(deletedMonitor).periods)).not.toContain('chwila wystawienia')
  const lost: Evidence = { ...person, watched: undefined, life: { from: null, until: { is: 'unknown' } } }
  expect(statement(lost)).toContain('okresu obserwowania panel nie poświadcza')
  expect(contentOf(lost).periods).toBeUndefined()
  expect(statement({ ...person, life: { from: null, until } })).toContain('Od kiedy istniał, zapis nie mówi')
})

it('never states that a deleted, an empty or an unread filter watches anybody', () => {
  const deleted = version('2026-09-01T08:00:00.000Z', {
    kind: 'deleted',
    added: '{}',
    removed: lists(['0000000018']),
    item_count: 0,
  })
  const withDeleted = { ...ofFilter, versions: [...ofFilter.versions, deleted] }
  expect(statement(withDeleted)).toContain(
    'W chwili wystawienia nie obserwuje nikogo: filtr usunięto 1 wrz 2026, 10:00:00.',
  )
  expect(contentOf(withDeleted).periods?.rows.map(([, , state]) => state)).toEqual([
    'obserwuje identyfikatory z filtru: 1',
    'filtru nie ma, nie obserwuje nikogo',
  ])
  expect(contentOf(withDeleted).groups?.items).toEqual([
    { times: '1 cze 2026, 10:00:00 – 1 wrz 2026, 10:00:00', lists: [{ label: 'KRS', value: '0000000018' }] },
  ])
  const empty = { ...deleted, kind: 'changed' as const }
  expect(statement({ ...ofFilter, versions: [...ofFilter.versions, empty] })).toContain(
    'filtr jest pusty od 1 wrz 2026',
  )
  const lostBefore = version('2026-09-01T08:00:00.000Z', { kind: 'gone', added: '{}', item_count: 0 })
  const before = statement({ ...ofFilter, versions: [lostBefore] })
  expect(before).toContain('filtru nie ma, i to co najmniej od 1 wrz 2026')
  expect(before).toContain('nie obserwował nikogo')
  expect(statement({ ...ofFilter, versions: [] })).toContain('Co filtr zawiera w chwili wystawienia, panel nie wie.')
})

it('certifies nothing from before the record', () => {
  const recorded = { ...ofFilter, versions: [version('2026-10-01T08:00:00.000Z', { kind: 'recorded' })] }
  expect(statement(recorded)).toContain('Zapis zawartości filtru zaczyna się 1 paź 2026, 10:00:00.')
  expect(contentOf(recorded).periods?.rows[0]).toEqual([
    '1 cze 2026, 10:00:00',
    '1 paź 2026, 10:00:00',
    'brak zapisu: nie wiadomo, co filtr zawierał',
  ])
  expect(contentOf(recorded).groups?.items[0]?.times).toBe('1 paź 2026, 10:00:00 – chwila wystawienia')
  const since = '2026-10-01T08:00:00.000Z'
  const statementSince = (from: string | null) =>
    contentOf({ ...person, retained: { events_from: from, audit_from: from } }).statement.join(' ')
  expect(statementSince(since)).toContain('Nie poświadcza się, że ich nie było.')
  expect(statementSince(since)).toContain('Wcześniejszych zmian ani usunięcia tu nie widać.')
  for (const from of [null, '2026-01-01T08:00:00.000Z']) expect(statementSince(from)).not.toContain('usunięto')
  expect(contentOf({ ...person, since }).limits.items.join(' ')).toContain('O wcześniejszych zapis nie mówi.')
  expect(contentOf({ ...person, since: '2026-01-01T08:00:00.000Z' }).limits.items.join(' ')).not.toContain(
    'O wcześniejszych',
  )
})

it('certifies, for a remote service, what the panel saw, and nothing between two readings', () => {
  const sighting = (
    [at, until]: readonly [string, string],
    krs: readonly string[],
    before: readonly string[] = [],
  ): Version =>
    version(at, {
      kind: 'seen',
      witness: 'panel',
      seen_until: until,
      added: lists(krs.filter((each) => !before.includes(each))),
      removed: lists(before.filter((each) => !krs.includes(each))),
      item_count: krs.length,
    })
  const versions = [
    sighting(['2026-07-01T08:00:00.000Z', '2026-08-01T08:00:00.000Z'], ['0000000018']),
    sighting(['2026-08-01T09:00:00.000Z', '2026-11-21T10:00:00.000Z'], ['0000000018', '0000000026'], ['0000000018']),
  ]
  const remote = { ...ofFilter, isEmbedded: false, versions }
  expect(contentOf(remote).periods?.rows.map((row) => row.join(' | '))).toEqual([
    '1 cze 2026, 10:00:00 | 1 lip 2026, 10:00:00 | brak zapisu: nie wiadomo, co filtr zawierał',
    '1 lip 2026, 10:00:00 | 1 sie 2026, 10:00:00 | w filtrze odczytano identyfikatory: 1',
    '1 sie 2026, 10:00:00 | 1 sie 2026, 11:00:00 | brak odczytu: nie wiadomo, co filtr zawierał',
    '1 sie 2026, 11:00:00 | chwila wystawienia | w filtrze odczytano identyfikatory: 2',
  ])
  expect(contentOf(remote).groups?.title).toBe('Identyfikatory i czas, w którym odczytano je w filtrze')
  expect(contentOf(remote).limits.items.join(' ')).toContain('tego nie wie')
  expect(statement(remote)).toContain('Panel odczytał ten filtr pierwszy raz 1 lip 2026')
})

it('states a gap in publications, and warns when the copy is outdated', () => {
  const gaps = [{ from_at: '2026-07-01T00:00:00.000Z', until_at: '2026-08-01T00:00:00.000Z' }]
  expect(statement({ ...person, gaps })).toContain('Przerwa: od 1 lip 2026, 02:00:00 do 1 sie 2026, 02:00:00 usługa')
  expect(contentOf({ ...person, gaps }).periods?.rows.at(-1)?.[2]).toBe(
    'przerwa: usługa nie odbierała publikacji rejestrów',
  )
  const reading = { ...person.reading, state: 'limited' } as const
  expect(contentOf({ ...person, reading }).warning).toContain('Nowsze zdarzenia mogą nie być tu ujęte')
  expect(contentOf(person).warning).toBeUndefined()
})

it('lists the tags that a change added and removed, and that it was undone', () => {
  const undone = { at: '2026-11-02T09:00:00.000Z', actor: 'b@example.test' }
  const change = { at: '2026-11-01T09:00:00.000Z', actor: 'a@example.test', action: 'bulkTags.change' }
  const tags = { added: ['umowa 74010112318', 'b'], removed: ['c'], undone }
  const [row] = contentOf({ ...person, changes: [{ ...change, tags }] }).changes.rows
  expect(row?.[2].split('\n')).toEqual([
    'zmiana tagów wielu monitorów',
    'dodano: umowa 74•••••••18, b',
    'usunięto: c',
    'cofnięto 2 lis 2026, 10:00:00, b@example.test',
  ])
})

it('names no single subject when a filter watches many, and names the subject of each event', () => {
  expect(contentOf(ofFilter).subject).toBe('Lista')
  const { watched } = ofFilter
  expect(contentOf({ ...ofFilter, ...(watched && { watched: { ...watched, label: null } }) }).subject).toBe(
    'Podmioty wskazane filtrem „Poręczyciele”',
  )
  expect(factOf(contentOf(ofFilter), 'Obserwuje')).toBe('filtr „Poręczyciele”\nf-1')
  expect(contentOf(ofFilter).events.rows[0]?.[2]).toBe(
    'Obwieszczenie o ogłoszeniu upadłości\nJan Nowak, PESEL 74•••••••18\nnr 20261120/00123, sygn. KR1S/GUp-s/12/2026, z dnia 19 lis 2026, id o-1',
  )
})

it('gives events the number, case and day of their announcements, as far as known', () => {
  const lines = (evidence: Evidence, locale: 'pl' | 'en') =>
    contentOf(evidence, locale).events.rows.map(([, , description]) => description.split('\n').at(-1))
  expect(lines(person, 'pl')).toEqual([
    'nr 20261120/00123, sygn. KR1S/GUp-s/12/2026, z dnia 19 lis 2026, id o-1',
    'z dnia 20 lis 2026, id o-2',
  ])
  expect(lines(person, 'en')[0]).toBe('no. 20261120/00123, case KR1S/GUp-s/12/2026, of 19 Nov 2026, id o-1')
})

it('says what an event is about, and that the panel recognised it, unless the title says no more', () => {
  const bankruptcy = { ...person, events: [event(1, { kind: 'bankruptcy' }), event(2)] }
  const lines = (locale: 'pl' | 'en') =>
    contentOf(bankruptcy, locale).events.rows.map(([, , description]) => description.split('\n')[1])
  expect(lines('pl')).toEqual(['rodzaj: upadłość', 'z dnia 20 lis 2026, id o-2'])
  expect(lines('en')[0]).toBe('kind: bankruptcy')
  expect(contentOf(bankruptcy).limits.items).toContain(
    'Rodzaj zdarzenia panel rozpoznaje z tytułu ogłoszenia; rejestr go nie podaje.',
  )
  expect(contentOf(person).limits.items.join(' ')).not.toContain('Rodzaj zdarzenia')
})

it('names the author of each version of the filter, as far as known', () => {
  const withAuthor = { ...ofFilter, authors: new Map([[1, 'a@example.test']]) }
  expect(contentOf(withAuthor).versions?.rows[0]?.[1]).toBe('utworzono filtr „Poręczyciele”\nkto: a@example.test')
  expect(contentOf(ofFilter, 'en').versions?.rows[0]?.[1]).toContain('by: not on record')
})

it('describes in words what an import did, and with which file', () => {
  const change = (action: string, file_name = '40-prawdziwe.csv'): Evidence['changes'][number] => ({
    at: '2026-11-20T11:00:00.000Z',
    actor: 'a@example.test',
    action,
    import: { id: 'i', kind: 'import', file_name, tag: null, subjects: 40, undone: null },
  })
  const changeTexts = (changes: Evidence['changes'], locale: 'pl' | 'en' = 'pl') =>
    contentOf({ ...person, changes }, locale).changes.rows.map(([, , description]) => description)
  expect(changeTexts([change('imports.added'), change('imports.removed', '')])).toEqual([
    'dodano importem z pliku 40-prawdziwe.csv',
    'usunięto importem z wklejonej listy',
  ])
  expect(changeTexts([change('imports.added')], 'en')).toEqual(['added by import of file 40-prawdziwe.csv'])
})

it('prints no code of the audit log, whatever the action', () => {
  const actions = [
    ...panelOperationNames,
    ...['added', 'tagged', 'untagged', 'removed'].map((effect) => `imports.${effect}`),
    'bulkTags.change',
    'bulkTags.undo',
    'of.tomorrow',
  ]
  for (const locale of ['pl', 'en'] as const) {
    const changes = actions.map((action) => ({ at: '2026-11-20T11:00:00.000Z', actor: 'a@example.test', action }))
    const texts = contentOf({ ...person, changes }, locale).changes.rows.map(([, , description]) => description)
    expect(texts.filter((text) => /[a-z]+\.[a-z]+/i.test(text))).toEqual([])
  }
})
