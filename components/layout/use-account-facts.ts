'use client'

import type { AccountFacts } from '@/lib/domain/usage/standing'

import { useRefusals } from './payment/use-refusals'
import { useViewer } from './viewer'

/** What the panel knows of the account beside its meter: from its own store, and from the 402s that were seen. */
export function useAccountFacts(): AccountFacts {
  const { isInactive, since } = useViewer().account
  const refusals = useRefusals()
  return {
    since,
    isInactive: isInactive === true || refusals['subscription'] !== undefined,
    isRefused: refusals['overage'] !== undefined || refusals['lookups'] !== undefined,
  }
}
