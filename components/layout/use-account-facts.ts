'use client'

import type { AccountFacts } from '@/lib/domain/usage/standing'

import { useRefusals } from './payment/use-refusals'
import { useViewer } from './viewer'

/** Facts about the account besides its meter: from the panel's database and from the 402s seen so far. */
export function useAccountFacts(): AccountFacts {
  const { isInactive, since } = useViewer().account
  const refusals = useRefusals()
  return {
    since,
    isInactive: isInactive === true || refusals['subscription'] !== undefined,
    isRefused: refusals['overage'] !== undefined || refusals['lookups'] !== undefined,
  }
}
