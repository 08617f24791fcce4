import * as z from 'zod'

import { count, instant } from '@/lib/contract/values'

/**
 * Why something waits: the month's budget is used up, whoever saved an own rule may not spend any more, or what the service answers.
 */
export const ruleTroubleCodes = [
  'budget',
  'may_not_spend',
  'pool_empty',
  'not_in_plan',
  'refused',
  'rate_limited',
  'unreachable',
  'unreadable',
] as const

export const ruleTrouble = z.object({
  code: z.enum(ruleTroubleCodes),
  /** What waits longest waits since then. */
  since: instant,
  /** How much waits. */
  waiting: count,
})
export type RuleTrouble = z.infer<typeof ruleTrouble>
