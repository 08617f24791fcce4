'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { panelQuery } from '@/lib/client/queries'
import type { Day } from '@/lib/domain/calendar'
import { formatRemoteDay } from '@/lib/domain/format/format'

import { PartNote } from './part-notes'

interface OldestFirstNoteProps {
  readonly number: string
  readonly part: 'changes' | 'krz' | 'msig'
  readonly days: readonly (Day | null | undefined)[]
}

/**
 * A stream returns the oldest entries first. While more can be requested, the note warns that the top entry here is not
 * the newest of all.
 */
export function OldestFirstNote({ number, part, days }: OldestFirstNoteProps) {
  const t = useTranslations('companies-registers')
  const locale = useLocale()
  const { data } = useQuery(panelQuery('companies.part', { params: { number, part } }))
  const last = days
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1)
  if (data?.has_more !== true || last === undefined) return null
  return <PartNote isWarning>{t('oldestFirst', { day: formatRemoteDay(last, locale) })}</PartNote>
}
