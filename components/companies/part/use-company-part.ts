'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { countUnits } from '@/components/meters/price'
import { usePaidPage } from '@/components/meters/use-paid-page'
import { panelQuery, toPanelKey } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import type { Pool } from '@/lib/domain/usage/pools'
import { type CompanyPart, companyPartRows, mayReadPart, pageOfPart } from '@/lib/features/companies/domain/part-rows'

export interface PartPrice {
  readonly pool: Pool
  readonly units: number
  /** Whether the price depends on the number of items, with `units` as the maximum. */
  readonly isMaximum: boolean
}

export interface CompanyPartInput {
  readonly number: string
  readonly part: CompanyPart
  readonly calls: readonly PricedCall[]
}

export function priceOfPart({ part, calls }: Pick<CompanyPartInput, 'part' | 'calls'>): PartPrice | undefined {
  const call = calls.find(({ name }) => name === companyPartRows[part].operation)
  if (call === undefined) return undefined
  return { pool: call.pool, units: countUnits(call, pageOfPart(part)).to, isMaximum: call.by === 'item' }
}

export function useCompanyPart(input: CompanyPartInput) {
  const { number, part } = input
  const client = useQueryClient()
  const denied = useDenied(part)
  const params = { number, part }
  const storedAnswer = useQuery({ ...panelQuery('companies.part', { params }), enabled: denied === undefined })
  const price = priceOfPart(input)
  const key = toPanelKey('companies.part', { params })
  const { asking, reason } = usePaidPage('companies.ask', {
    pool: price?.pool,
    store: (answer) => client.setQueryData(key, answer),
    stale: [['panel', 'companies', 'get']],
    unsure: key,
  })
  const pages = storedAnswer.data?.pages ?? []
  const ask = (page: 'first' | 'next') => asking.mutate({ params, body: { known: pages.at(-1)?.id ?? null, page } })
  return { storedAnswer, pages, price, ask, asking, reason, denied }
}

export type CompanyPartHandle = ReturnType<typeof useCompanyPart>

function useDenied(part: CompanyPart): string | undefined {
  const t = useTranslations('layout')
  const { role } = useViewer()
  return mayReadPart(part, role) ? undefined : t('denied', { role: t(`roles.${role}`) })
}
