import { expect, it } from 'vitest'

import { refusalsOf, sendableRows } from './add-monitors'
import { parseIdentifiers } from './parse-identifiers'

const rows = sendableRows(parseIdentifiers('28860;a\nnonsense\n28861;b\n28860\n28862;c'))

it('sends what is fine and not yet in the list, under its place in the paste', () => {
  expect(rows.map(({ row, value }) => [row.line, value])).toEqual([
    [1, '0000028860'],
    [3, '0000028861'],
    [5, '0000028862'],
  ])
})

it('finds the pasted line of what the service refused, also in a later chunk', () => {
  const refusals = refusalsOf(rows, 1, [
    { index: 1, error: 'checksum' },
    { index: 7, error: 'no such row' },
    { error: 'no index' },
  ])
  expect(refusals.map(({ row, error }) => [row.line, error])).toEqual([[5, 'checksum']])
})
