import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

import { panelQuery, query } from '@/lib/client/queries'
import { rendered } from '@/lib/testing/pages/rendered'
import common from '@/messages/pl/common.json'
import layout from '@/messages/pl/layout.json'
import monitorsDetail from '@/messages/pl/monitors-detail.json'
import monitors from '@/messages/pl/monitors.json'

import { CompanyMonitors } from './company-monitors'
import { eventsInput, historyInput } from './monitor-detail-queries'

vi.mock('next/navigation', () => ({ usePathname: () => '/companies/0000000018', useRouter: () => ({}) }))

const NUMBER = '0000000018'
const CREATED = '2026-09-03T09:00:00.000Z'

interface Watching {
  readonly id: string
  readonly identifier_type: 'krs' | 'nip'
  readonly identifier_value: string
  readonly label: string | null
}

function textOf(watching: readonly Watching[]): string {
  const client = new QueryClient()
  const set = client.setQueryData.bind(client) as (key: readonly unknown[], data: unknown) => unknown
  const list = watching.map((each) => ({ ...each, tags: ['kluczowi'], created_at: CREATED, last_event_at: null }))
  set(panelQuery('companies.get', { params: { number: NUMBER } }).queryKey, { monitors: list })
  const rule = { name: 'Tylko kluczowi', is_team: true, enabled: false, muted_until: null }
  const items = [
    { ...rule, id: 'r1', condition: { kind: 'claim_deadline', days: 7, tags: ['kluczowi'] } },
    { ...rule, id: 'r2', name: 'Inne', condition: { kind: 'claim_deadline', days: 7, tags: ['inne'] } },
  ]
  set(panelQuery('rules.list', {}).queryKey, { items })
  for (const monitor of list) {
    set(query('monitors.get', { params: { id: monitor.id } }).queryKey, { ...monitor, subject_name: 'X' })
    set(panelQuery('coverage.history', historyInput(monitor.id)).queryKey, { items: [] })
    const event = { id: 7, monitor_id: monitor.id, source: 'krz', title: 'Ogłoszenie upadłości', created_at: CREATED }
    set(panelQuery('events.list', eventsInput(monitor.id)).queryKey, {
      items: [{ ...event, subject_name: 'X', day: '2026-09-03', also: [] }],
      total: 1,
      reading: { state: 'current', as_of: CREATED },
    })
  }
  return rendered(<CompanyMonitors number={NUMBER} />, {
    client,
    messages: { common, layout, monitors, 'monitors-detail': monitorsDetail },
    permitted: ['coverage.history', 'coverage.certificate', 'monitors.update', 'monitors.delete'],
  })
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const byKrs: Watching = { id: 'm1', identifier_type: 'krs', identifier_value: NUMBER, label: 'Dostawca' }

it('shows all about the monitor of a company, and only the rules that cover it', () => {
  const text = textOf([byKrs])
  expect(text).toContain('Obserwacja: KRS 0000000018 · Dostawca')
  expect(text).toMatch(/Poświadczenie \(PDF\).*Etykieta i tagi.*Przestań obserwować/)
  expect(text).toMatch(/Zdarzenia stan.* KRZ Ogłoszenie upadłości/)
  expect(text).toMatch(/Co jest obserwowane Identyfikator KRS 0000000018/)
  expect(text).toMatch(/Reguły powiadomień Tylko kluczowi zespołu wyłączona/)
  expect(text).not.toContain('Inne')
  expect(text).toContain('Zmiany zapisane w panelu')
})

it('tells the cards of several monitors apart', () => {
  const text = textOf([byKrs, { id: 'm2', identifier_type: 'nip', identifier_value: '5261040828', label: null }])
  for (const card of ['Zdarzenia', 'Co jest obserwowane', 'Reguły powiadomień', 'Zmiany zapisane w panelu']) {
    expect(text).toContain(`${card} · KRS 0000000018 · Dostawca`)
    expect(text).toContain(`${card} · NIP 5261040828`)
  }
})
