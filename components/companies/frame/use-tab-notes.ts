'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useClock } from '@/components/ui/clock'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { warsawDay } from '@/lib/domain/calendar'
import { formatDate, formatDayMonth, formatTime } from '@/lib/domain/format/format'
import { isPool } from '@/lib/domain/usage/pools'

import type { CompanyTab } from '../company-tabs'
import { priceOfPart } from '../part/use-company-part'
import { partsOfTab } from './tab-parts'

interface Known {
  readonly parts: PanelAnswer<'companies.get'>['parts']
  readonly calls: readonly PricedCall[]
}

/** What stands beside the name of a tab: from when its newest answer is (`dziś 07:12`), or what it costs (`1 zap.`). */
export function useTabNotes({ parts, calls }: Known): (tab: CompanyTab) => string | undefined {
  const price = usePriceNote(calls)
  const time = useTimeNote()
  return (tab) => {
    const kept = parts.filter(({ part }) => partsOfTab[tab].includes(part)).map(({ asked_at: at }) => at)
    const newest = kept.toSorted().at(-1)
    return newest === undefined ? price(tab) : time(newest)
  }
}

function useTimeNote() {
  const t = useTranslations('companies.tabNote')
  const locale = useLocale()
  const now = new Date(useClock())
  return (at: string): string => {
    const [day, today] = [warsawDay(new Date(at)), warsawDay(now)]
    if (day === today) return t('today', { time: formatTime(at) })
    return day.slice(0, 4) === today.slice(0, 4) ? formatDayMonth(at, locale) : formatDate(at, locale)
  }
}

function usePriceNote(calls: readonly PricedCall[]) {
  const t = useTranslations('companies.tabNote')
  const counted = useCountValues()
  return (tab: CompanyTab): string | undefined => {
    const file = calls.find(({ name }) => name === 'krs.pdf')
    if (tab === 'extracts')
      return file?.pool && isPool(file.pool) ? t(`price.${file.pool}`, counted(file.units)) : undefined
    const prices = partsOfTab[tab].flatMap((part) => priceOfPart({ part, calls }) ?? [])
    const [first] = prices
    if (first === undefined) return undefined
    const { pool, units, isMost } = first
    if (prices.length > 1) return t('from', { price: t(`price.${pool}`, counted(1)) })
    const words = t(`price.${pool}`, counted(units))
    return isMost ? t('upTo', { price: words }) : words
  }
}
