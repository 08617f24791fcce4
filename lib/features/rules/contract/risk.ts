import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, line } from '@/lib/contract/values'

/** The companies that a risk rule covers, and what its readings have cost. */
const riskScope = z.object({
  /** Companies monitored by KRS or NIP. */
  companies: count,
  /** Companies without any reading; an initial reading costs one lookup unit each. */
  unread: count,
  /** Units used in this Warsaw month by all risk rules of the account. */
  used_units: count,
  may_spend: z.boolean(),
})

export const riskRuleOperations = {
  'riskRules.scope': {
    ...forReaders.ask,
    path: '/panel/risk-rules/scope',
    summary: 'How many companies a risk rule covers, and what reading them costs',
    body: z.object({
      tags: z.array(line(100).min(1)).max(10),
      monitor_ids: z.array(line(100).min(1)).max(100),
    }),
    response: riskScope,
  },
} as const satisfies Record<string, PanelOperation>
