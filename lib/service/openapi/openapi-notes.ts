import { streamEnds } from '@/lib/contract/announcements'
import { toJsonSchema } from '@/lib/contract/json-schema'
import { isStream, type Operation } from '@/lib/contract/operation'
import type { OperationName } from '@/lib/contract/table'

export const NDJSON = 'application/x-ndjson'

export const OVERVIEW = [
  'Data of Polish public registers. Every call needs a key in the header `x-api-key`.',
  'HEAD is answered as GET without a body, and is never charged. Any other unsupported method returns 405 with `Allow`.',
  'In a body, null for an optional field is the same as omitting it. Texts are composed (Unicode NFC) before they are compared or stored, and have no control characters.',
  'A paid call rejects unknown query parameters with 422, so that a typing mistake costs nothing. Otherwise unknown parameters and fields are ignored, except in the spend cap and in the lists of a filter, where they are 422 as well. A parameter that is not a list may occur only once.',
  'A call that charges a pool returns in `x-units-charged` and `x-units-left` its cost and the remaining units.',
].join('\n\n')

const STREAM =
  `The end of a stream reports why it ended (${streamEnds.map((reason) => `\`${reason}\``).join(', ')}), how many lines it had, ` +
  'what they cost, and the `cursor` that continues without another charge for them: with the remaining lines, or after `complete` ' +
  'with what has appeared since, of whatever day. ' +
  `With \`Accept: ${NDJSON}; end=1\` it is the last line, \`{"_end": {…}}\` (StreamEnd); otherwise the same JSON is the HTTP ` +
  'trailer `x-stream-end`. Without either the stream was cut off: repeat the call with the last `cursor`, which is in the header ' +
  '`x-stream-cursor` of the answer and, where the end is requested as a line, in a line `{"_cursor": "…"}` (StreamCursor) after ' +
  'every part. For 24 hours the lines that were paid for are not charged again, also those that never arrived; other parameters ' +
  'than those of the broken call begin a new stream. Changes of one company and day come in the order of their entries.'

const METER =
  '`included`, `allowance` and `unit_grosz` belong to the current plan. After a change of plan within the period ' +
  '`overage_units` are the units charged above the plan at that time, and `overage_grosz` is their sum at the prices of ' +
  'that time, so neither need follow from `used` and `included`. `allowance` is what can still be used before 402, 0 for an ' +
  'inactive account. `trial_requests` counts every call on trial that was let through.'

const WAIT =
  'With `wait` the call is answered as soon as there is an event that it asks for, and empty when the time is over; it counts ' +
  'once against the rate limits, however long it waits. Twenty calls of an account may wait at a time, event streams among them.'

const EVENTS =
  'With `Accept: text/event-stream` the same feed comes as server-sent events, on from `Last-Event-ID`, or `since`; `limit` and ' +
  '`wait` mean nothing there. Each event has its number as `id`, the name `monitor-event`, and as data the JSON that `items` would ' +
  'have. A comment comes at least every 15 seconds. The stream ends after five minutes and when the key does, and continues for a client that ' +
  'connects again: no event is omitted or repeated.'

const notes: Readonly<Partial<Record<OperationName, string | readonly string[]>>> = {
  'usage.api': METER,
  'usage.setSpendCap': METER,
  'reports.create':
    'Refused with 422 if the range is not completely within the available days (`range_not_held`, with these days in `ctx`) or no monitor has the tag (`unknown_tag`).',
  'updates.list': [WAIT, EVENTS],
  'reports.delete': 'A report that is still being created is cancelled. It remains counted in the month’s reports.',
}

/** What a caller must know about an operation in addition to its price. */
export const operationNotes = (name: OperationName, operation: Operation): string[] => [
  ...(isStream(operation) ? [STREAM] : []),
  ...[notes[name] ?? []].flat(),
]

/** The stream with its end as a last line: a separate media type, so that a caller shows that it understands it. */
export const streamContent = {
  [`${NDJSON}; end=1`]: {
    schema: {
      type: 'string',
      description: 'JSON objects, one a line; a StreamCursor after every part, and the last one is a StreamEnd',
    },
  },
}

/** The same answer as server-sent events, for operations that support them. */
export const eventStreamContent = ({ eventStream }: Operation) =>
  eventStream === undefined
    ? {}
    : {
        'text/event-stream': {
          schema: {
            type: 'string',
            description: `Server-sent events named \`${eventStream.event}\``,
            contentMediaType: 'text/event-stream',
            'x-event-data': toJsonSchema(eventStream.data, 'output'),
          },
        },
      }
