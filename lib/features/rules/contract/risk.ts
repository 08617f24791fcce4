import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, line } from '@/lib/contract/values'

/** Companies that a rule of risk is about, and what readings have cost. */
const riskScope = z.object({
  /** Monitored by KRS or NIP. */
  companies: count,
  /** Of them, those never read: reading them costs a unit of lookups each. */
  unread: count,
  /** Units of this Warsaw month, of all rules of risk of the account. */
  used_units: count,
  may_spend: z.boolean(),
})

export const riskRuleOperations = {
  'riskRules.scope': {
    ...forReaders.ask,
    path: '/panel/risk-rules/scope',
    summary: 'How many companies a rule of risk is about, and what reading them costs',
    body: z.object({
      tags: z.array(line(100).min(1)).max(10),
      monitor_ids: z.array(line(100).min(1)).max(100),
    }),
    response: riskScope,
  },
} as const satisfies Record<string, PanelOperation>
