import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { panelQuery } from '@/lib/client/queries'
import { type AttentionItem, attentionKinds } from '@/lib/features/attention/contract'
import { rendered } from '@/lib/testing/pages/rendered'
import en from '@/messages/en/overview.json'
import pl from '@/messages/pl/overview.json'

import { AttentionCard } from './attention-card'
import { attentionPath } from './attention-path'

const itemOf = (kind: AttentionItem['kind'], values: Partial<AttentionItem> = {}): AttentionItem => ({
  kind,
  count: 1,
  id: null,
  from: null,
  to: null,
  ...values,
})

function renderCard(items: readonly AttentionItem[], overview = pl): string {
  const client = new QueryClient()
  client.setQueryData(panelQuery('attention.get', {}).queryKey, { items: [...items], archives_reports: false })
  return rendered(<AttentionCard />, { client, locale: overview === pl ? 'pl' : 'en', messages: { overview } })
}

it('says calmly that nothing needs attention', () => {
  expect(renderCard([])).toContain('Nic nie wymaga teraz uwagi.')
})

it.each([pl, en])('says each kind in one line with a link, in both languages', (overview) => {
  const html = renderCard(
    attentionKinds.map((kind) => itemOf(kind, { count: 5 })),
    overview,
  )
  expect(html.match(/<li>/g)).toHaveLength(attentionKinds.length)
  expect(html.match(/href="\//g)).toHaveLength(attentionKinds.length)
  expect(html).not.toContain('overview.attention')
})

it('uses Polish plurals', () => {
  const words = (count: number) => renderCard([itemOf('urgent_events', { count })])
  expect(words(1)).toContain('1 pilne zdarzenie od wczoraj')
  expect(words(3)).toContain('3 pilne zdarzenia od wczoraj')
  expect(words(5)).toContain('5 pilnych zdarzeń od wczoraj')
})

it.each([
  [
    itemOf('urgent_events', { from: '2026-11-19', to: '2026-11-20' }),
    '/events?severity=urgent&from=2026-11-19&to=2026-11-20',
  ],
  [itemOf('urgent_events', { id: '7', from: '2026-11-19' }), '/events?event=7'],
  [itemOf('claims', { count: 2 }), '/events?claims=7&state=all'],
  [itemOf('tenders', { id: 'ocds 1' }), '/bzp/matches?tender=ocds+1'],
  [itemOf('tenders', { count: 3 }), '/bzp/matches?state=closing'],
  [itemOf('channels', { count: 2 }), '/notifications/channels?stopped=1'],
  [itemOf('deliveries'), '/notifications/deliveries?state=dead&since=week'],
  [itemOf('silent_monitors'), '/monitors?silent=1'],
])('leads from %o to %s', (item, path) => {
  expect(attentionPath(item)).toBe(path)
})
