import { expect, it } from 'vitest'

import { certificateOf, type Coverage } from './coverage-content'

const event = (id: number, over: Partial<Coverage['events'][number]> = {}): Coverage['events'][number] => ({
  account_id: 'a',
  id,
  monitor_id: 'm-1',
  source: 'krz',
  announcement_id: `o-${id}`,
  identifier_type: 'pesel',
  identifier_value: '74•••••••12',
  subject_name: 'Jan Nowak',
  title: 'Obwieszczenie o ogłoszeniu upadłości',
  created_at: '2026-11-20T11:00:00.000Z',
  day: '2026-11-20',
  ...over,
})
const coverage: Coverage = {
  monitorId: 'm-1',
  monitor: {
    id: 'm-1',
    identifier_type: 'pesel',
    identifier_value: '74010112312',
    label: 'poręczyciel 74010112312',
    tags: ['umowa 7'],
    subject_name: 'Jan Nowak',
    created_at: '2026-06-01T08:00:00.000Z',
  },
  account: 'Hurtownia',
  issuedBy: 'a@example.test',
  issuedAt: new Date('2026-11-21T10:00:00.000Z'),
  reading: { state: 'current', as_of: '2026-11-21T09:59:00.000Z', retry_at: null, code: null },
  events: [event(1), event(2)],
  changes: [],
}
const factOf = (content: ReturnType<typeof certificateOf>, label: string) =>
  content.facts.find((fact) => fact.label === label)?.value.replaceAll('\u00A0', ' ')

it('shows no personal number to anybody', () => {
  const text = JSON.stringify(certificateOf(coverage))
  expect(text).not.toContain('74010112312')
  expect(text).toContain('PESEL 74•••••••12')
})

it('says from when to when, with which tags, how much and by whom', () => {
  const content = certificateOf(coverage)
  expect(factOf(content, 'Obserwowany od')).toBe('1 cze 2026, 10:00')
  expect(factOf(content, 'Obserwowany do')).toBe('nadal (stan z 21 lis 2026, 11:00)')
  expect(factOf(content, 'Tagi')).toBe('umowa 7')
  expect(factOf(content, 'Zdarzenia')).toBe('2')
  expect(content.footer).toContain('a@example.test')
  expect(content.warning).toBeUndefined()
})

it('says which tags a change added and removed, and that it was undone', () => {
  const undone = { at: '2026-11-02T09:00:00.000Z', actor: 'b@example.test' }
  const change = { at: '2026-11-01T09:00:00.000Z', actor: 'a@example.test', action: 'bulkTags.change' }
  const tags = { added: ['umowa 74010112312', 'b'], removed: ['c'], undone }
  const [row] = certificateOf({ ...coverage, changes: [{ ...change, tags }] }).changes
  expect(row?.[1]).toBe('a@example.test')
  expect(row?.[2].replaceAll('\u00A0', ' ').split('\n')).toEqual([
    'zmiana tagów wielu monitorów',
    'dodano: umowa 74•••••••12, b',
    'usunięto: c',
    'cofnięto 2 lis 2026, 10:00, b@example.test',
  ])
})

it('names no single subject where a filter watches many, and says whose each event is', () => {
  const monitor = { id: 'm-1', filter_id: 'f-1', identifier_type: null, identifier_value: null, label: 'Poręczyciele' }
  const content = certificateOf({ ...coverage, monitor })
  expect(content.subject).toBe('Poręczyciele')
  expect(factOf(content, 'Identyfikator')).toBe('filtr f-1')
  expect(content.statement).toContain('podmioty wskazane filtrem są objęte')
  expect(content.events[0]?.[2]).toBe('Obwieszczenie o ogłoszeniu upadłości\nJan Nowak, PESEL 74•••••••12')
})

it('says that it may not be whole, and that the monitor is gone, when that is so', () => {
  const reading = { ...coverage.reading, state: 'limited' } as const
  expect(certificateOf({ ...coverage, reading }).warning).toContain('Nowsze zdarzenia mogą nie być tu ujęte')
  const removal = { at: '2026-11-01T09:00:00.000Z', actor: 'b@example.test', action: 'monitors.delete' }
  const gone = certificateOf({ ...coverage, monitor: undefined, changes: [removal] })
  expect(factOf(gone, 'Obserwowany do')).toBe('1 lis 2026, 10:00')
  expect(gone.subject).toBe('Jan Nowak')
  const many = certificateOf({
    ...coverage,
    monitor: undefined,
    events: [event(1), event(2, { subject_name: 'Inna' })],
  })
  expect(many.subject).toBe('Podmioty objęte filtrem')
})
