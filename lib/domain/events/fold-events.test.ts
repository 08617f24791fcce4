import { describe, expect, it } from 'vitest'

import { foldEvents } from './fold-events'

const event = (id: number, [type, value]: readonly [string, string], rest: object = {}) => ({
  id,
  source: 'krs',
  announcement_id: 'KRS/2026/11/1',
  subject_name: 'BUDIMEX SA',
  identifier_type: type,
  identifier_value: value,
  ...rest,
})
const idsOf = (events: readonly { id: number }[][]) => events.map((group) => group.map(({ id }) => id))

describe('foldEvents', () => {
  it('groups a company that is watched by NIP, by KRS and by a filter with its name', () => {
    const events = [
      event(1, ['krs', '0000001764']),
      event(2, ['nip', '5261003187']),
      event(3, ['nip', '5261003187']),
      event(4, ['name', 'budimex']),
      event(5, ['name', 'budimex sa']),
    ]
    expect(idsOf(foldEvents(events))).toEqual([[1, 2, 3, 4, 5]])
  })

  it('separates two companies with one name, and groups no contradicting numbers', () => {
    const events = [
      event(1, ['nip', '5261003187']),
      event(2, ['nip', '7740001454']),
      event(3, ['krs', '0000001764']),
      event(4, ['nip', '7740001454']),
    ]
    expect(idsOf(foldEvents(events))).toEqual([
      [1, 3],
      [2, 4],
    ])
  })

  it.each([
    ['another source', { source: 'msig' }],
    ['another announcement', { announcement_id: 'KRS/2026/11/2' }],
    ['another name', { subject_name: 'ERBUD SA' }],
  ])('does not group events with %s', (_what, rest) => {
    expect(foldEvents([event(1, ['krs', '0000001764']), event(2, ['nip', '5261003187'], rest)])).toHaveLength(2)
  })

  it.each([
    ['announcement', { announcement_id: '' }],
    ['subject', { subject_name: null }],
    ['source', { source: undefined }],
  ])('does not group events without %s', (_what, rest) => {
    expect(foldEvents([event(1, ['krs', '0000001764'], rest), event(2, ['nip', '5261003187'], rest)])).toHaveLength(2)
  })
})
