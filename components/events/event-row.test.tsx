import { expect, it } from 'vitest'

import { rendered } from '@/lib/testing/pages/rendered'
import common from '@/messages/pl/common.json'
import kinds from '@/messages/pl/event-kinds.json'
import events from '@/messages/pl/events.json'

import { EventRow } from './event-row'
import type { EventReview, FeedEvent } from './feed-store'

const event: FeedEvent = {
  id: 12,
  monitor_id: 'm',
  source: 'krz',
  announcement_id: 'a-12',
  identifier_type: 'krs',
  identifier_value: '0000000001',
  subject_name: 'Budowa i Spółka',
  title: 'Obwieszczenie o ogłoszeniu upadłości',
  created_at: '2026-11-20T10:00:00.000Z',
  day: '2026-11-20',
  kind: 'bankruptcy',
  severity: 'urgent',
  review: null,
  is_unread: true,
  also: [],
}
const ignore = () => undefined
const html = (part: Partial<FeedEvent>, review: EventReview | null = null) =>
  rendered(
    <EventRow
      event={{ ...event, ...part }}
      review={review}
      index={0}
      top={0}
      height={66}
      total={1}
      isUnread
      isActive
      isOpen={false}
      isSelected={false}
      hasDay={false}
      dayHeight={34}
      actions={{ onOpen: ignore, onFocus: ignore, onActive: ignore, onSelect: ignore }}
    />,
    { messages: { events, common, 'event-kinds': kinds } },
  )

it('says how urgent an event is in words, and until when claims can be lodged', () => {
  const row = html({})
  expect(row).toContain('<span class="sr-only">Pilne: </span>')
  expect(row).toContain('zgłoś wierzytelność do 21 gru (31 dni)')
  expect(row).toContain('lang="pl"')
  expect(html({ kind: 'seat', severity: 'review', title: 'Zmiana adresu' })).not.toMatch(/Pilne|wierzytelność/)
})

it('leads to the company of a number in one step, and to none of a person', () => {
  expect(html({})).toContain('href="/companies/0000000001"')
  expect(html({ identifier_type: 'pesel', identifier_value: '7••••••••••' })).not.toContain('/companies/')
})

it('says who has reviewed the event and who looks after it', () => {
  const reviewed = { at: '2026-11-20T10:30:00.000Z', by: 'anna@acme.test' }
  const assignee = { user_id: 'u', name: 'Jan Nowak', email: 'jan@acme.test' }
  const row = html({}, { reviewed, assignee, note: 'zapytać' })
  expect(row).toContain('Sprawdzone: anna@acme.test')
  expect(row).toContain('Zajmuje się: Jan Nowak')
  expect(row).toContain('title="zapytać"')
})
