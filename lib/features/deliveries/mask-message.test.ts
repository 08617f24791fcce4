import { describe, expect, it } from 'vitest'

import { maskForLog } from '@/lib/http/mask-personal'
import { messageOf } from '@/lib/testing/delivery/channels'

import { maskMessage } from './queue'

const PESEL = '44051401359'

describe('a stored message', () => {
  const found = { identifier_type: 'pesel', identifier_value: PESEL, note: `o numerze ${PESEL}` }
  const message = messageOf({
    title: `Zdarzenie ${PESEL}`,
    items: [{ title: `Osoba ${PESEL}`, lines: [PESEL] }],
    data: { rule_id: 'r', items: [found, `a ${PESEL}`], window_start: '2026-11-20T11:00:00.000Z', pesel: PESEL },
  })

  it('contains no personal number and is otherwise unchanged', () => {
    expect(JSON.stringify(maskMessage(message))).not.toContain(PESEL)
    expect(maskMessage(message)).toEqual(maskForLog(message))
    const harmless = messageOf()
    expect(maskMessage(harmless)).toEqual(harmless)
  })

  it('shares the masked copy of an item that several messages contain, and leaves the original unmasked', () => {
    const otherMessage = messageOf({ data: { items: [found] } })
    const [first, second] = [maskMessage(message), maskMessage(otherMessage)] as { data: { items: unknown[] } }[]
    expect(first?.data.items[0]).toBe(second?.data.items[0])
    expect(found.identifier_value).toBe(PESEL)
  })
})
