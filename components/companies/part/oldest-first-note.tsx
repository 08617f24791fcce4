'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { panelQuery } from '@/lib/client/queries'
import type { Day } from '@/lib/domain/calendar'
import type { CompanyPart } from '@/lib/domain/companies/part-rows'
import { formatDate } from '@/lib/domain/format/format'

import { PartNote } from './part-notes'

interface OldestFirstNoteProps {
  readonly number: string
  readonly part: 'changes' | 'krz' | 'msig'
  /** Of what is there. */
  readonly days: readonly (Day | null | undefined)[]
}

/** A stream gives the oldest first. While more can be asked for, what stands on top here is not the newest of all, and it is said. */
export function OldestFirstNote({ number, part, days }: OldestFirstNoteProps) {
  const t = useTranslations('company-registers')
  const locale = useLocale()
  const hasMore = useHasMore(number, part)
  const last = days
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1)
  if (!hasMore || last === undefined) return null
  return <PartNote isWarning>{t('oldestFirst', { day: dayText(last, locale) })}</PartNote>
}

/** What is no day is shown as it came. */
function dayText(day: string, locale: Parameters<typeof formatDate>[1]): string {
  return Number.isNaN(new Date(day).getTime()) ? day : formatDate(day, locale)
}

/** Whether more of a part can be asked for than was paid for. */
function useHasMore(number: string, part: CompanyPart): boolean {
  return useQuery(panelQuery('companies.part', { params: { number, part } })).data?.has_more === true
}
