'use client'

import { useLocale, useTranslations } from 'use-intl'

import { usePoolRoom } from '@/components/meters/price-line'
import { useSummary } from '@/components/meters/use-meters'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { DataList, DataRow } from '@/components/ui/data-list'
import type { PanelAnswer } from '@/lib/client/client'
import { formatInteger, formatMonth } from '@/lib/domain/format/format'
import { readPool } from '@/lib/domain/usage/pool-reading'
import { type Pool, poolNames, pools } from '@/lib/domain/usage/pools'
import { isShut } from '@/lib/domain/usage/standing'

/** What was paid for about the company this month, and what is left of each pool. */
export function CostCard({ spent }: { readonly spent: PanelAnswer<'companies.get'>['spent'] }) {
  const t = useTranslations('companies.cost')
  const locale = useLocale()
  const words = usePriceWords()
  const month = formatMonth(useClock(), locale)
  return (
    <Card labelledBy="company-cost">
      <CardHeader title={t('title')} titleId="company-cost" aside={month} />
      <CardBody className="py-1">
        <DataList>
          <DataRow label={t('paid')}>
            {spent.length === 0
              ? t('nothing')
              : spent.map(({ pool, units }) => (
                  <span key={pool} className="block">
                    {words(pool, units)}
                  </span>
                ))}
          </DataRow>
          {poolNames.map((pool) => (
            <PoolLeft key={pool} pool={pool} />
          ))}
        </DataList>
        <p className="border-t py-2 text-sm text-muted">{t('note')}</p>
      </CardBody>
    </Card>
  )
}

/** `10 962 / 20 000` of the plan and, where overage is sold, what is left before the service refuses; nothing where it does not say. */
function PoolLeft({ pool }: { readonly pool: Pool }) {
  const t = useTranslations('companies.cost')
  const ofPools = useTranslations('pools')
  const locale = useLocale()
  const label = t(pools[pool].reset === 'daily' ? 'leftToday' : 'left', { pool: ofPools(`${pool}.short`) })
  const { left, free, stop } = usePoolRoom(pool)
  const { data: summary } = useSummary()
  const { limit } = readPool(summary ?? {}, pool)
  if (isShut(stop)) return <DataRow label={label}>{t('blocked')}</DataRow>
  if (left === undefined) return null
  if (left === null) return <DataRow label={label}>{t('unlimited')}</DataRow>
  const ofPlan = Math.min(free ?? left, left)
  const room = formatInteger(ofPlan, locale)
  return (
    <DataRow label={label}>
      <span className="block whitespace-nowrap">
        {typeof limit === 'number' && limit >= ofPlan
          ? t('leftOf', { left: room, limit: formatInteger(limit, locale) })
          : room}
      </span>
      {left !== ofPlan && (
        <span className="block text-sm whitespace-nowrap text-muted">
          {t('leftStop', { left: formatInteger(left, locale) })}
        </span>
      )}
    </DataRow>
  )
}
