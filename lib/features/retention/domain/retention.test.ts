import { expect, it } from 'vitest'

import { retentionCutoff } from './retention'

it.each([
  ['2026-11-20T11:00:00Z', 12, '2025-11-19T23:00:00.000Z'],
  ['2026-03-31T11:00:00Z', 1, '2026-02-27T23:00:00.000Z'],
  ['2024-02-29T11:00:00Z', 12, '2023-02-27T23:00:00.000Z'],
  ['2026-07-15T22:30:00Z', 6, '2026-01-15T23:00:00.000Z'],
])('at %s, a period of %i months begins at %s', (now, months, cutoff) => {
  expect(retentionCutoff(new Date(now), months)).toBe(cutoff)
})
