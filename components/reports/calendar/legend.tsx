'use client'

import { useLocale, useTranslations } from 'use-intl'

import { reportName } from '@/lib/domain/events/sources'

import { markKinds } from '../days/day-marks'
import { Mark } from './mark'

interface LegendProps {
  readonly sources: readonly string[]
  /** The only ones that count; empty: all. */
  readonly formats: readonly string[]
}

/** What each mark means, and in which order they stand. */
export function Legend({ sources, formats }: LegendProps) {
  const t = useTranslations('reports.calendar')
  const locale = useLocale()
  const names = sources.map((source) => reportName(source, locale)).join(', ')
  const [format, ...others] = formats
  return (
    <div className="border-t px-4 py-3 text-sm text-muted">
      <p className="mb-2">
        {format !== undefined && others.length === 0
          ? t('narrowed', { sources: names, format: format.toUpperCase() })
          : t('order', { sources: names })}
      </p>
      <ul aria-label={t('legend')} className="flex flex-wrap gap-x-4 gap-y-1.5">
        {markKinds
          .filter((kind) => kind !== 'none')
          .map((kind) => (
            <li key={kind} className="inline-flex items-center gap-1.5">
              <Mark kind={kind} />
              {t(`kinds.${kind}`)}
            </li>
          ))}
      </ul>
    </div>
  )
}
