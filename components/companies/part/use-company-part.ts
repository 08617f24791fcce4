'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission, useViewer } from '@/components/layout/viewer'
import { countUnits } from '@/components/meters/price'
import { useTellSpent } from '@/components/meters/use-tell-spent'
import { panelMutation, panelQuery, toPanelKey } from '@/lib/client/queries'
import { forgetRefusals, noteRefusal } from '@/lib/client/refusals'
import type { PricedCall } from '@/lib/contract/prices'
import { type CompanyPart, companyPartRows, mayReadPart, pageOfPart } from '@/lib/domain/companies/part-rows'
import { isPool, type Pool } from '@/lib/domain/usage/pools'

/** What asking for one page of a part costs. */
export interface PartPrice {
  readonly pool: Pool
  readonly units: number
  /** Charged by what it gives, at most `units`. */
  readonly isMost: boolean
}

export interface AskedPart {
  readonly number: string
  readonly part: CompanyPart
  readonly calls: readonly PricedCall[]
}

export function priceOfPart({ part, calls }: Pick<AskedPart, 'part' | 'calls'>): PartPrice | undefined {
  const call = calls.find(({ name }) => name === companyPartRows[part].operation)
  if (call === undefined || call.pool === null || !isPool(call.pool)) return undefined
  return { pool: call.pool, units: countUnits(call, pageOfPart(part)).to, isMost: call.by === 'item' }
}

/** One part of a company: what was paid for, its price, and the deed that pays for it. */
export function useCompanyPart(asked: AskedPart) {
  const { number, part } = asked
  const client = useQueryClient()
  const tellSpent = useTellSpent()
  const { reason } = usePermission('companies.ask')
  const denied = useDenied(part)
  const params = { number, part }
  const kept = useQuery({ ...panelQuery('companies.part', { params }), enabled: denied === undefined })
  const price = priceOfPart(asked)
  const asking = useMutation({
    ...panelMutation('companies.ask'),
    onSuccess: ({ units, left, ...answer }) => {
      client.setQueryData(toPanelKey('companies.part', { params }), answer)
      void client.invalidateQueries({ queryKey: ['panel', 'companies', 'get'] })
      if (price === undefined) return
      tellSpent({ pool: price.pool, units: units ?? 0, left })
      if (units !== 0) forgetRefusals([price.pool, 'subscription'])
    },
    onError: (error) => {
      noteRefusal(error)
      // What got lost on its way back may have been kept before.
      void client.invalidateQueries({ queryKey: toPanelKey('companies.part', { params }) })
      return client.invalidateQueries({ queryKey: ['usage'] })
    },
  })
  const pages = kept.data?.pages ?? []
  const ask = (page: 'first' | 'next') => asking.mutate({ params, body: { known: pages.at(-1)?.id ?? null, page } })
  return { kept, pages, price, ask, asking, reason, denied }
}

export type CompanyPartHandle = ReturnType<typeof useCompanyPart>

/** Why the role may not even read what was paid for; undefined where it may. */
function useDenied(part: CompanyPart): string | undefined {
  const t = useTranslations('layout')
  const { role } = useViewer()
  return mayReadPart(part, role) ? undefined : t('denied', { role: t(`roles.${role}`) })
}
