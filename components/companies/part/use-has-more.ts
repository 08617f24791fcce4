'use client'

import { useQuery } from '@tanstack/react-query'

import { panelQuery } from '@/lib/client/queries'
import type { CompanyPart } from '@/lib/contract/panel/registers/companies'

/** Whether more of a part can be asked for than was paid for. */
export function useHasMore(number: string, part: CompanyPart): boolean {
  return useQuery(panelQuery('companies.part', { params: { number, part } })).data?.has_more === true
}
