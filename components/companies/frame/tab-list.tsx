'use client'

import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { classNames } from '@/components/ui/class-names'
import { useClock } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'
import { warsawDay } from '@/lib/domain/calendar'
import { formatDate, formatDayMonth, formatTime } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'
import { type CompanyPart, mentionParts } from '@/lib/features/companies/domain/part-rows'

import { type CompanyTab, companyTabs } from '../company-tabs'
import { priceOfPart } from '../part/use-company-part'

/** The parts whose stored answers a tab shows. Extracts are files, which the panel does not store. */
const partsOfTab: { readonly [T in CompanyTab]: readonly CompanyPart[] } = {
  facts: ['record'],
  people: ['graph'],
  graph: ['graph'],
  risk: ['risk'],
  whiteList: ['whiteList'],
  changes: ['changes'],
  announcements: ['krz', 'msig'],
  mentions: mentionParts,
  statements: ['statements', 'financials'],
  extracts: [],
}

interface TabListProps {
  /** As in the address. */
  readonly number: string
  readonly tab: CompanyTab
  readonly parts: PanelAnswer<'companies.get'>['parts']
  readonly calls: readonly PricedCall[]
  readonly onChange: (tab: CompanyTab) => void
}

/** On a phone the tabs are a row that scrolls sideways. */
const scrollIntoRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/**
 * The tabs are links, so that each can be opened in a new browser tab; a plain click changes the address without the
 * server.
 */
export function TabList({ number, tab, onChange, ...noteData }: TabListProps) {
  const t = useTranslations('companies')
  const noteOf = useTabNotes(noteData)
  return (
    <nav aria-label={t('tabsLabel')} className="mb-4 border-b">
      <ul className="scroll-x -mb-px flex">
        {companyTabs.map((each) => (
          <li key={each} className="shrink-0">
            <Link
              href={asRoute(companyPath(number, each === 'facts' ? undefined : each))}
              prefetch={false}
              scroll={false}
              ref={each === tab ? scrollIntoRow : undefined}
              aria-current={each === tab ? 'page' : undefined}
              onNavigate={(event) => {
                event.preventDefault()
                onChange(each)
              }}
              className={classNames(
                'flex h-full min-h-11 flex-col justify-center border-b-2 px-2.5 pt-1 pb-1.5 whitespace-nowrap',
                each === tab
                  ? 'border-accent-ink font-semibold text-accent-ink'
                  : 'border-transparent hover:border-edge hover:text-ink',
              )}
            >
              {t(`tabs.${each}`)} <span className="text-xs font-normal text-muted tabular">{noteOf(each)}</span>
            </Link>
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
