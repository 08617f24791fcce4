'use client'

import { useTranslations } from 'use-intl'

import { FilterChip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icon'
import { MenuButton } from '@/components/ui/menu-button'
import { useCountValues } from '@/components/ui/use-count-values'
import { type IdentifierType, identifierTypes } from '@/lib/domain/identifiers'

import { triggerClass } from './filter-trigger'
import { isNarrowed, type MonitorSearch, noSearch } from './monitor-search'
import { SearchBox } from './search-box'
import { TagFilter } from './tag-filter'

interface MonitorsToolbarProps {
  readonly search: MonitorSearch
  readonly onChange: (part: Partial<MonitorSearch>) => void
  /** Undefined while it is not known. */
  readonly matching: number | undefined
}

/** Search and filters; each change is in the address at once. */
export function MonitorsToolbar({ search, onChange, matching }: MonitorsToolbarProps) {
  const t = useTranslations('monitors.filters')
  const counted = useCountValues()
  const setQuery = (q: string) => onChange({ q })
  return (
    <search aria-label={t('label')} className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox value={search.q} onChange={setQuery} />
      <TagFilter tags={search.tags} onChange={(tags) => onChange({ tags, isUntagged: false })} />
      <KindFilter kind={search.kind} onChange={(kind) => onChange({ kind })} />
      <FilterChip
        isOn={search.isUntagged}
        onChange={(isUntagged) => onChange({ isUntagged, ...(isUntagged ? { tags: [] } : {}) })}
      >
        {t('untagged')}
      </FilterChip>
      {isNarrowed(search) && (
        <button
          type="button"
          onClick={() => onChange(noSearch)}
          className="rounded-sm px-1 text-sm text-muted underline underline-offset-2"
        >
          {t('clear')}
        </button>
      )}
      <p role="status" className="ml-auto text-sm text-muted tabular">
        {matching !== undefined && t('matching', counted(matching))}
      </p>
    </search>
  )
}

interface KindFilterProps {
  readonly kind: IdentifierType | undefined
  readonly onChange: (kind: IdentifierType | undefined) => void
}

function KindFilter({ kind, onChange }: KindFilterProps) {
  const t = useTranslations('monitors')
  const choose = (chosen: IdentifierType | undefined) => ({
    isChosen: chosen === kind,
    onAction: () => onChange(chosen),
  })
  const entries = [
    { id: 'any', label: t('filters.kindAny'), ...choose(undefined) },
    ...identifierTypes.map((type) => ({ id: type, label: t(`kinds.${type}`), ...choose(type) })),
  ]
  return (
    <MenuButton
      label={t('filters.kind')}
      groups={[{ id: 'kinds', title: t('filters.kind'), entries }]}
      isPlain
      className={triggerClass(kind !== undefined)}
    >
      {kind === undefined ? t('filters.kind') : t('filters.kindIs', { kind: t(`kinds.${kind}`) })}
      <Icon name="chevron-down" size={12} />
    </MenuButton>
  )
}
