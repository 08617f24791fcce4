'use client'

import { useLocale, useTranslations } from 'use-intl'

import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { sourceName } from '@/lib/domain/events/sources'
import { filterLists } from '@/lib/domain/filter-lists'
import { formatDate } from '@/lib/domain/format/format'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { valueLabel } from '../draft/value-label'
import type { Coverage } from './coverage-card'

/**
 * Shows how many announcements the filter would have matched: by source, and the newest with the values that matched.
 */
export function CoverageResult({ coverage }: { readonly coverage: Coverage }) {
  const t = useTranslations('filters.coverage')
  const locale = useLocale()
  const countValues = useCountValues()
  const { count = 0, hit_values: hits, examples = [], date_from: from, date_to: to } = coverage
  const period =
    from === undefined || to === undefined
      ? undefined
      : t('period', { from: formatDate(from, locale), to: formatDate(to, locale) })
  return (
    <>
      <p className="mt-2 tabular">
        <strong className="text-lg font-semibold">{t('count', countValues(count))}</strong>
        {period !== undefined && <span className="text-muted"> {period}</span>}
      </p>
      {count === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <>
          {hits !== undefined && <p className="text-sm text-muted tabular">{t('hits', countValues(hits))}</p>}
          <Sources coverage={coverage} />
          {examples.length > 0 && <Examples examples={examples} />}
        </>
      )}
    </>
  )
}

function Sources({ coverage: { by_source: sources = [] } }: { readonly coverage: Coverage }) {
  const t = useTranslations('filters.coverage')
  const locale = useLocale()
  const countValues = useCountValues()
  const maxCount = Math.max(1, ...sources.map(({ count = 0 }) => count))
  return (
    <ul aria-label={t('bySource')} className="mt-2 grid gap-1">
      {sources.map(({ source = '', count = 0 }) => (
        <li key={source} className="grid grid-cols-[7.5rem_1fr_4rem] items-center gap-3">
          <span className="truncate">{sourceName(source, locale)}</span>
          <span aria-hidden className="h-2 rounded-full bg-chip">
            <span
              className="block h-2 min-w-1 rounded-full bg-accent"
              style={{ width: `${String((100 * count) / maxCount)}%` }}
            />
          </span>
          <span className="text-right tabular">{countValues(count).count}</span>
        </li>
      ))}
    </ul>
  )
}

type Example = NonNullable<Coverage['examples']>[number]

function Examples({ examples }: { readonly examples: readonly Example[] }) {
  const t = useTranslations('filters.coverage')
  return (
    <>
      <h4 className="mt-3 mb-1 font-medium">{t('newest')}</h4>
      <ul aria-label={t('newest')} className="divide-y border-t">
        {examples.map((example) => (
          <ExampleRow key={JSON.stringify(example)} example={example} />
        ))}
      </ul>
    </>
  )
}

function ExampleRow({ example }: { readonly example: Example }) {
  const { source, title, date, subject_name: name } = example
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
      {source !== undefined && <SourceBadge source={source} />}
      <span className="min-w-0 flex-1 basis-56 break-words">
        {name !== undefined && name !== null && <span className="font-medium">{maskPesels(name)}</span>}
        {title !== undefined && title !== null && <span className="block text-sm text-muted">{maskPesels(title)}</span>}
        <MatchedValues example={example} />
      </span>
      {date !== undefined && <Time instant={date} format="date" className="text-sm text-muted" />}
    </li>
  )
}

function MatchedValues({ example: { matched } }: { readonly example: Example }) {
  const t = useTranslations('filters')
  const list = filterLists.find((each) => each === matched?.list)
  if (list === undefined || matched?.value === undefined) return null
  return (
    <span className="block text-sm break-words tabular">
      {t(list === 'name' ? 'coverage.byName' : 'coverage.by', {
        list: t(`short.${list}`),
        value: valueLabel(list, matched.value, false),
      })}
    </span>
  )
}
