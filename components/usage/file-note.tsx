'use client'

import { useTranslations } from 'use-intl'

import type { Month } from '@/lib/domain/calendar'
import type { dayFileColumns, endpointColumns } from '@/lib/domain/files/usage-columns'
import { poolNames } from '@/lib/domain/usage/pools'

import { csvName, type UsageFile } from './usage-names'

interface FileNoteProps {
  readonly month: Month
  readonly of: UsageFile
  readonly columns: typeof dayFileColumns | typeof endpointColumns
}

/** What the card's file is made of: its form, its rows and what each column means. */
export function FileNote({ month, of, columns }: FileNoteProps) {
  const t = useTranslations('usage.file')
  const ofPools = useTranslations('pools')
  const known = { pools: poolNames.slice(0, -1).join(', '), last: poolNames.at(-1) ?? '' }
  return (
    <details className="border-t px-4 py-2.5 text-sm">
      <summary className="w-fit text-muted">{t('about', { name: csvName(month, of) })}</summary>
      <p className="mt-2 max-w-3xl">
        {t(of === 'days' ? 'daysRows' : 'endpointsRows')} {t('format')}
      </p>
      <dl className="mt-2 grid max-w-3xl grid-cols-1 gap-x-4 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {columns.map((column) => (
          <div key={column.name} className="contents max-sm:block">
            <dt className="font-mono">{column.name}</dt>
            <dd className="text-muted">
              {'pool' in column ? ofPools(`${column.pool}.units`) : t(`columns.${column.name}`, known)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
