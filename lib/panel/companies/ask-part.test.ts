import { expect, it } from 'vitest'

import { askPart } from './ask-part'

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const end = (reason: string, cursor: string | null) => ({ _end: { reason, returned: 2, units: 1, cursor } })
const ask = (text: string) =>
  askPart(
    () => Promise.resolve(new Response(text, { headers: { 'x-units-charged': '1' } })),
    { operation: 'krs.changes', query: { krs: '18' } },
    null,
  )

it.each([
  ['limit', 'next', 'next'],
  ['pool', 'next', 'next'],
  // What a cursor of `complete` goes on with appears later, and is no further part of the list.
  ['complete', 'later', null],
  ['complete', null, null],
])('takes marks of a stream for no rows, and its end by %s for what it is', async (reason, told, cursor) => {
  const answer = await ask(lines({ id: 'a' }, { _cursor: 'between' }, { id: 'b' }, end(reason, told)))
  expect(answer).toMatchObject({ answer: { items: [{ id: 'a' }, { id: 'b' }] }, cursor, units: 1 })
})
