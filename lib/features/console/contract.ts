import * as z from 'zod'

import { consoleNames } from '@/lib/contract/console/console-operations'
import { type PanelOperation, forEveryone } from '@/lib/contract/panel-operation'
import { count, instant, noAnswer } from '@/lib/contract/values'

/** Calls stored per user and account. */
export const MAX_CONSOLE_CALLS = 100

const values = z.record(z.string(), z.unknown())
const inputs = z.object({ params: values.optional(), query: values.optional(), body: values.optional() })

const callFields = {
  operation: z.enum(consoleNames),
  /** HTTP status; 0 without a response. */
  status: count.max(599),
  took_ms: count.max(86_400_000),
  /** Units charged; null if the service did not report it. */
  units: count.nullable(),
  request_id: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .nullable(),
}

export const consoleCall = z.object({
  id: count,
  ...callFields,
  called_at: instant,
  /** The inputs without all texts that could be about a person. */
  inputs,
  /** Some inputs were removed and have to be entered again. */
  is_partial: z.boolean(),
})
export type ConsoleCall = z.infer<typeof consoleCall>

export const consoleCallOperations = {
  'consoleCalls.list': {
    ...forEveryone.get,
    path: '/panel/console-calls',
    summary: 'Calls of the user in the console of this account, newest first',
    response: z.object({ items: z.array(consoleCall) }),
  },
  'consoleCalls.add': {
    ...forEveryone.post,
    ...noAnswer,
    idempotent: false,
    path: '/panel/console-calls',
    summary: 'Stores a call in the history; of the input only what cannot identify a person',
    body: z.object({ ...callFields, inputs, is_partial: z.boolean().default(false) }),
  },
  'consoleCalls.clear': {
    ...forEveryone.delete,
    ...noAnswer,
    path: '/panel/console-calls',
    summary: 'Empties the history of the user in this account',
  },
} as const satisfies Record<string, PanelOperation>
