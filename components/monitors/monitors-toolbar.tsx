'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { BridgeButton } from '@/components/shared/filter-bridge/bridge-button'
import { FilterChip } from '@/components/ui/chip'
import { useCountValues } from '@/components/ui/use-count-values'
import { isUnnamed } from '@/lib/domain/format/unnamed'
import { isIdentifierType } from '@/lib/domain/identifiers/identifiers'

import type { MonitorList } from './data/use-monitors'
import { FacetFilter } from './search/facet-filter'
import { type FacetCount, flagCounts, kindCounts, sourceCounts, tagCounts } from './search/monitor-match'
import { hasMonitorSearch, type MonitorSearch, noFilters } from './search/monitor-search'
import { SearchBox } from './search/search-box'
import { useSourceName } from './search/source-name'

interface MonitorsToolbarProps {
  readonly search: MonitorSearch
  readonly onChange: (part: Partial<MonitorSearch>) => void
  readonly list: MonitorList
}

/** Search and filters. The list updates immediately, the address with a short delay. */
export function MonitorsToolbar({ search, onChange, list }: MonitorsToolbarProps) {
  const t = useTranslations('monitors.filters')
  const setQuery = (q: string) => onChange({ q })
  return (
    <search aria-label={t('label')} className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox value={search.q} onChange={setQuery} />
      <Facets search={search} onChange={onChange} list={list} />
      <Flags search={search} onChange={onChange} list={list} />
      <TagAsFilter tags={search.tags} />
      {hasMonitorSearch(search) && (
        <button
          type="button"
          onClick={() => onChange(noFilters)}
          className="rounded-sm px-1 text-sm text-muted underline underline-offset-2"
        >
          {t('clear')}
        </button>
      )}
      <Matching list={list} isNarrow={hasMonitorSearch(search)} />
    </search>
  )
}

/** Creates a filter from all monitors with one tag, regardless of other filters. */
function TagAsFilter({ tags: [tag, ...others] }: Pick<MonitorSearch, 'tags'>) {
  const t = useTranslations('filters-bridge')
  if (tag === undefined || others.length > 0) return null
  return (
    <BridgeButton size="md" from={() => ({ tag })} name={tag}>
      {t('ofTag')}
    </BridgeButton>
  )
}

function Facets({ search, onChange, list: { match } }: MonitorsToolbarProps) {
  const t = useTranslations('monitors.filters')
  const kinds = useTranslations('monitors.kinds')
  const nameOfSource = useSourceName()
  const nameOfKind = (value: string) => (isIdentifierType(value) ? kinds(value) : value)
  const toOptions = (counts: readonly FacetCount[], name: (value: string) => string) =>
    counts.map(({ value, count }) => ({ value, count, label: name(value) }))
  return (
    <>
      <FacetFilter
        label={t('tag')}
        chosen={search.tags}
        onChange={(tags) => onChange({ tags, isUntagged: false })}
        chipText={(tag) => t('tagIs', { tag })}
        options={() => toOptions(tagCounts(match), (tag) => tag)}
        hint={t('tagAnd')}
      />
      <FacetFilter
        label={t('kind')}
        chosen={search.kinds}
        onChange={(values) => onChange({ kinds: values.filter(isIdentifierType) })}
        chipText={(kind) => t('kindIs', { kind: nameOfKind(kind) })}
        options={() => toOptions(kindCounts(match), nameOfKind)}
        hint={t('anyOf')}
      />
      <FacetFilter
        label={t('source')}
        chosen={search.sources}
        onChange={(sources) => onChange({ sources })}
        chipText={(source) => t('sourceIs', { source: nameOfSource(source) })}
        options={() => toOptions(sourceCounts(match), nameOfSource)}
        hint={t('anyOf')}
      />
    </>
  )
}

/** On-off filters with their counts; the rare ones appear only if they apply. */
function Flags({ search, onChange, list: { match, names, isComplete } }: MonitorsToolbarProps) {
  const t = useTranslations('monitors.filters')
  const countValues = useCountValues()
  const { mode } = useViewer()
  const hasUnnamed = useHasUnnamed({ match, isComplete })
  const { untagged, silent, unnamed } = useMemo(() => flagCounts(match, names), [match, names])
  const count = (value: number) => isComplete && <span className="text-sm tabular">{countValues(value).count}</span>
  return (
    <>
      <FilterChip
        isOn={search.isUntagged}
        onChange={(isUntagged) => onChange({ isUntagged, ...(isUntagged ? { tags: [] } : {}) })}
      >
        {t('untagged')}
        {count(untagged)}
      </FilterChip>
      {(search.isSilent || silent > 0) && (
        <FilterChip isOn={search.isSilent} onChange={(isSilent) => onChange({ isSilent })}>
          {t('silent')}
          {count(silent)}
        </FilterChip>
      )}
      {(search.isUnnamed || hasUnnamed) && (
        <FilterChip isOn={search.isUnnamed} onChange={(isUnnamed) => onChange({ isUnnamed })}>
          {t(`notNamed.${mode}`)}
          {count(unnamed)}
        </FilterChip>
      )}
    </>
  )
}

/**
 * Whether any monitor had no name when all were first loaded. It is fixed then, because a chip that appears with
 * another user's monitor would shift the rows while they are read.
 */
function useHasUnnamed({ match, isComplete }: Pick<MonitorList, 'match' | 'isComplete'>): boolean {
  const [initialResult, setInitialResult] = useState<boolean>()
  if (!isComplete || initialResult !== undefined) return initialResult ?? false
  const hasUnnamed = match.entries.some(({ monitor }) => isUnnamed(monitor))
  setInitialResult(hasUnnamed)
  return hasUnnamed
}

/** The number of matches, or the progress while monitors are loading. */
function Matching({ list, isNarrow }: { readonly list: MonitorList; readonly isNarrow: boolean }) {
  const t = useTranslations('monitors.filters')
  const countValues = useCountValues()
  const { total, isComplete, match } = list
  const loadedCount = match.entries.length
  const isReading = !isComplete && isNarrow && total === undefined
  return (
    <p role="status" className="ml-auto text-sm text-muted tabular">
      {total !== undefined && t('matching', countValues(total))}
      {isReading && t('reading', { count: countValues(loadedCount).count })}
    </p>
  )
}
