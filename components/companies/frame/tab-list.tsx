'use client'

import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { useClock } from '@/components/ui/clock'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { warsawDay } from '@/lib/domain/calendar'
import { formatDate, formatDayMonth, formatTime } from '@/lib/domain/format/format'

import { type CompanyTab, companyTabs, partsOfTab } from '../company-tabs'
import { priceOfPart } from '../part/use-company-part'
import { TabLink } from './tab-link'

interface TabListProps {
  readonly tab: CompanyTab
  readonly parts: PanelAnswer<'companies.get'>['parts']
  readonly calls: readonly PricedCall[]
}

/** On a phone the tabs are a row that scrolls sideways. */
const scrollIntoRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export function TabList({ tab, ...noteData }: TabListProps) {
  const t = useTranslations('companies')
  const noteOf = useTabNotes(noteData)
  return (
    <nav aria-label={t('tabsLabel')} className="mb-4 border-b">
      <ul className="scroll-x -mb-px flex">
        {companyTabs.map((each) => (
          <li key={each} className="shrink-0">
            <TabLink
              tab={each}
              ref={each === tab ? scrollIntoRow : undefined}
              aria-current={each === tab ? 'page' : undefined}
              className={classNames(
                'flex h-full min-h-11 flex-col justify-center border-b-2 px-2 pt-1 pb-1.5 whitespace-nowrap',
                each === tab
                  ? 'border-accent-ink font-semibold text-accent-ink'
                  : 'border-transparent hover:border-edge hover:text-ink',
              )}
            >
              {t(`tabs.${each}`)} <span className="text-xs font-normal text-muted tabular">{noteOf(each)}</span>
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Returns the note next to a tab's name: when its newest answer is from (`dziś 07:12`), or what it costs (`1 zap.`).
 */
function useTabNotes({ parts, calls }: Pick<TabListProps, 'parts' | 'calls'>) {
  const price = usePriceNote(calls)
  const time = useTimeNote()
  return (tab: CompanyTab): string | undefined => {
    const queryTimes = parts.filter(({ part }) => partsOfTab[tab].includes(part)).map(({ asked_at: at }) => at)
    const newest = queryTimes.toSorted().at(-1)
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
  const countValues = useCountValues()
  return (tab: CompanyTab): string | undefined => {
    const file = calls.find(({ name }) => name === 'krs.pdf')
    if (tab === 'extracts') return file && t(`price.${file.pool}`, countValues(file.units))
    const prices = partsOfTab[tab].flatMap((part) => priceOfPart({ part, calls }) ?? [])
    const [first] = prices
    if (first === undefined) return undefined
    const { pool, units, isMaximum } = first
    if (prices.length > 1) return t('from', { price: t(`price.${pool}`, countValues(1)) })
    const words = t(`price.${pool}`, countValues(units))
    return isMaximum ? t('upTo', { price: words }) : words
  }
}
