import * as z from 'zod'

import { forEveryone, type PanelOperation } from '@/lib/contract/panel-operation'
import { count, day } from '@/lib/contract/values'

/** What may need somebody's attention, most urgent first. The overview shows a line for each that applies. */
export const attentionKinds = [
  'urgent_events',
  'claims',
  'tenders',
  'deliveries',
  'channels',
  'event_reading',
  'archive',
  'silent_monitors',
  'budgets',
  'white_list_schedules',
  'tender_gaps',
  'feeds',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

const attentionItem = z.object({
  kind: z.enum(attentionKinds),
  count: count.min(1),
  /** The event or tender, if the count is 1; null for more and for other kinds. */
  id: z.string().nullable(),
  /** The first and the last day that the count covers; null if it is a state of now. */
  from: day.nullable(),
  to: day.nullable(),
})
export type AttentionItem = z.infer<typeof attentionItem>

export const attentionOperations = {
  'attention.get': {
    ...forEveryone.get,
    path: '/panel/attention',
    summary:
      'What needs attention now, as far as the role may see it: one item of each kind that applies, in their order',
    response: z.object({
      items: z.array(attentionItem),
      /** Daily reports are collected, so their expiry needs no attention. */
      archives_reports: z.boolean(),
    }),
  },
} as const satisfies Record<string, PanelOperation>
