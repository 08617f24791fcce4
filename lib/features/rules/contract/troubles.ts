import * as z from 'zod'

import { count, instant } from '@/lib/contract/values'

/**
 * Why matches wait: the month's budget is used up, the member who saved the rule may no longer spend, or the service's
 * refusal.
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
  /** The instant since which the longest-waiting item waits. */
  since: instant,
  waiting: count,
})
export type RuleTrouble = z.infer<typeof ruleTrouble>
