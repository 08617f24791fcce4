'use client'

import { useLocale, useTranslations } from 'use-intl'

import type { Day } from '@/lib/domain/calendar'
import { formatDate } from '@/lib/domain/format/format'

import { PartNote } from './part-notes'
import { useHasMore } from './use-has-more'

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
