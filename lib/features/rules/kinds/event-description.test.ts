import { expect, it } from 'vitest'

import { describeEvent, type EventHitContent } from './event-description'

const LONG = 'PRZEDSIĘBIORSTWO PRODUKCYJNO-HANDLOWO-USŁUGOWE „BUDOWA DRÓG I MOSTÓW ŚLĄSK” SPÓŁKA AKCYJNA'
const content: EventHitContent = {
  source: 'krz',
  kind: 'bankruptcy',
  severity: 'urgent',
  title: 'Obwieszczenie o ogłoszeniu upadłości',
  name: LONG,
  isPerson: false,
  identifier: { kind: 'krs', value: '0000000018' },
  monitor_id: 'm',
  announcement_id: 'a',
  event_id: 7,
  created_at: '2026-11-20T11:00:00.000Z',
}

it('keeps the fact in a subject, however long the name is', () => {
  const { lead, title } = describeEvent('pl', content)
  expect(lead).toBe(
    'PRZEDSIĘBIORSTWO PRODUKCYJNO-HANDLOWO-USŁUGOWE „BUDOWA DRÓG…: Obwieszczenie o ogłoszeniu upadłości',
  )
  expect(title).toContain('ŚLĄSK” S.A., KRS 0000000018')
})

it('tells how grave an event is, in the words of the panel, and what of it the register wrote', () => {
  const { lines, quoted, path } = describeEvent('en', content)
  expect(lines[0]).toMatch(/^Urgent · bankruptcy · Obwieszczenie o ogłoszeniu upadłości · KRZ · /)
  expect(quoted).toEqual(['Obwieszczenie o ogłoszeniu upadłości'])
  expect(path).toBe('/events?event=7')
})
