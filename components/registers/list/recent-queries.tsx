'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { formatDate } from '@/lib/domain/format/format'

import type { PagedList } from '../register-lists'
import { type AskedList, fromAsked, type ListSearch } from './list-search'

interface RecentQueriesProps {
  readonly list: PagedList
  readonly onChange: (part: Partial<ListSearch>) => void
}

export const recentInput = (list: PagedList) => ({ params: { list } })

/** What was paid for lately, by whoever of the account; looked at again for nothing. */
export function RecentQueries({ list, onChange }: RecentQueriesProps) {
  const t = useTranslations('registers.recent')
  const { data } = useQuery(panelQuery('registers.recent', recentInput(list)))
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className="border-t" aria-labelledby="recent-queries">
      <h2 id="recent-queries" className="px-4 pt-3 text-sm text-muted">
        {t('title')}
      </h2>
      <ul className="divide-y">
        {data.items.map((recent) => (
          <li key={recent.asked_at}>
            <RecentQuery recent={recent} onOpen={(query) => onChange(fromAsked(query))} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RecentQueryProps {
  readonly recent: PanelAnswer<'registers.recent'>['items'][number]
  readonly onOpen: (query: AskedList) => void
}

function RecentQuery({ recent, onOpen }: RecentQueryProps) {
  const t = useTranslations('registers.recent')
  const counted = useCountValues()
  const say = useQueryWords()
  const { query, rows, asked_at: at, asked_by: by } = recent
  return (
    <button
      type="button"
      onClick={() => onOpen(toAskedList(query))}
      className="flex w-full flex-wrap items-baseline gap-x-3 px-4 py-2 text-left outline-offset-[-2px] hover:bg-hover/60"
    >
      <span className="font-medium break-all">{say(toAskedList(query))}</span>
      <span className="text-sm text-muted">
        {t('rows', counted(rows))} · <Time instant={at} /> · <span className="break-all">{by}</span>
      </span>
    </button>
  )
}

type Recent = RecentQueryProps['recent']['query']

/** Without the keys that are not there. */
const toAskedList = ({ q, section, nip, date_from, date_to }: Recent): AskedList => ({
  ...(q !== undefined && { q }),
  ...(section !== undefined && { section }),
  ...(nip !== undefined && { nip }),
  ...(date_from !== undefined && { date_from }),
  ...(date_to !== undefined && { date_to }),
})

/** `„zysk” · dział 2`. */
export function useQueryWords(): (query: AskedList) => string {
  const t = useTranslations('registers')
  const locale = useLocale()
  return ({ q, section, nip, date_from: from, date_to: to }) => {
    const ends = [from, to].map((day) => (day === undefined ? '…' : formatDate(day, locale)))
    const parts = [
      q === undefined ? '' : t('chips.q', { q }),
      nip === undefined ? '' : t('chips.nip', { nip }),
      section === undefined ? '' : t('sectionShort', { section: String(section) }),
      from === undefined && to === undefined ? '' : ends.join(' – '),
    ].filter((part) => part !== '')
    return parts.length === 0 ? t('recent.everything') : parts.join(' · ')
  }
}
