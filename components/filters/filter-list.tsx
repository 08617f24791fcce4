'use client'

import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { SearchField } from '@/components/ui/inputs/search-field'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { filterLists } from '@/lib/domain/filter-lists'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

import { draftMemory } from './draft/draft-memory'
import { countItems, toFilterDraft, type FilterRecord } from './draft/filter-draft'
import { searchFilters } from './filter-search'
import { filterHref, openFilter } from './use-selected-filter'
import { type UseOfFilter, useFilterUses, useUsesText } from './uses/use-filter-uses'

const MAX_SEARCH_LENGTH = 300

interface FilterListProps {
  readonly filters: readonly FilterRecord[]
  readonly selected: string | undefined
  readonly memoryKeyOf: (id: string) => string
}

/** Lists all filters of the account with their sizes, searchable by name or by a number they contain. */
export function FilterNavigation({ filters, selected, memoryKeyOf }: FilterListProps) {
  const t = useTranslations('filters.list')
  const [text, setText] = useState('')
  const searchText = useDeferredValue(text)
  const uses = useFilterUses()
  const idsWithPerson = useFiltersWithPerson(searchText)
  const found = useMemo(() => searchFilters(filters, searchText, idsWithPerson), [filters, searchText, idsWithPerson])
  return (
    <Card>
      <div className="border-b p-3">
        <SearchField label={t('search')} placeholder={t('placeholder')} value={text} onChange={setText} />
      </div>
      <ul aria-label={t('label')} className="divide-y">
        {found.map((filter) => (
          <FilterItem
            key={filter.id}
            filter={filter}
            isSelected={filter.id === selected}
            uses={uses?.find(({ id }) => id === filter.id)}
            isUnsaved={draftMemory.recall(memoryKeyOf(filter.id)) !== undefined}
          />
        ))}
      </ul>
      {found.length === 0 && searchText.trim() !== '' && (
        <p role="status" className="px-4 py-6 text-center text-muted">
          {t('noMatch', { text: maskMistyped(searchText) })}
        </p>
      )}
    </Card>
  )
}

/** Finds filters that contain a personal number: only the server can, and only for users with the permission. */
function useFiltersWithPerson(text: string): readonly string[] | undefined {
  const { allowed } = usePermission('personal.filters')
  const value = text.trim()
  const isSearchable = allowed && value.length <= MAX_SEARCH_LENGTH && isPersonalNumber(value)
  return useQuery({ ...panelQuery('personal.filters', { body: { value } }), enabled: isSearchable }).data?.ids
}

interface FilterItemProps {
  readonly filter: FilterRecord
  readonly isSelected: boolean
  readonly uses: UseOfFilter | undefined
  readonly isUnsaved: boolean
}

function FilterItem({ filter, isSelected, uses, isUnsaved }: FilterItemProps) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const { content } = toFilterDraft(filter)
  const count = filter.item_count ?? countItems(content)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openFilter(filter.id)
  }
  const parts = filterLists
    .filter((list) => content[list].length > 0)
    .map((list) => `${t(`short.${list}`)} ${countValues(content[list].length).count}`)
  const usesText = useUsesText()(uses)
  return (
    <li>
      <a
        href={filterHref(filter.id)}
        aria-current={isSelected ? 'true' : undefined}
        onClick={open}
        className={classNames(
          'block px-4 py-2.5 outline-offset-[-2px]',
          isSelected ? 'bg-accent-soft/60' : 'hover:bg-hover/60',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium">{filter.name ?? t('list.unnamed')}</span>
          <span className="shrink-0 text-sm text-muted tabular">{t('list.items', countValues(count))}</span>
        </span>
        <span className="flex items-baseline justify-between gap-3 text-sm text-muted">
          <span className="truncate tabular">
            {[...parts, usesText].filter((part) => part !== undefined).join(' · ')}
          </span>
          {isUnsaved ? (
            <Badge tone="warn">{t('list.unsaved')}</Badge>
          ) : (
            filter.updated_at !== undefined && (
              <Time instant={filter.updated_at} format="relative" className="shrink-0" />
            )
          )}
        </span>
      </a>
    </li>
  )
}
