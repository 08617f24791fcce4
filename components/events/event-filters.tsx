'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { QuickRangeChips } from '@/components/shared/quick-range-chips'
import { SettledSearch } from '@/components/shared/settled-search'
import { Button } from '@/components/ui/button'
import { Chip, FilterChip } from '@/components/ui/chip'
import { classNames } from '@/components/ui/class-names'
import { ChoiceButton } from '@/components/ui/inputs/choice-button'
import { OpeningChip } from '@/components/ui/inputs/opening-chip'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { type EventKind, eventKinds, eventSeverities, kindsOfSeverity } from '@/lib/domain/events/event-kinds'
import { eventSources, shortSourceName } from '@/lib/domain/events/sources'

import { eventAddress, type EventSearch, quickRanges, shownStates, stateOf } from './event-search'

const TagsField = lazyComponent(
  async () => (await import('./tags-field')).TagsField,
  () => <Skeleton className="h-8.5 w-full" />,
)

/** Kinds that people look for together, in one press. */
const quickKinds = {
  insolvency: ['bankruptcy', 'bankruptcy_petition', 'restructuring'],
  ending: ['liquidation', 'deletion'],
  people: ['board', 'shareholders', 'beneficial_owner'],
  vat: ['vat_removal', 'account', 'vat_status'],
} as const satisfies Readonly<Record<string, readonly EventKind[]>>
const quickKindNames = ['insolvency', 'ending', 'people', 'vat'] as const

/** The other filters are behind a button on a phone. */
const alwaysShown = { severity: undefined, state: undefined, q: '' } as const

interface EventFiltersProps {
  readonly search: EventSearch
  readonly onChange: (part: Partial<EventSearch>) => void
  readonly onClear: () => void
}

/** The filters, which are stored in the address except for those with personal numbers. */
export function EventFilters({ search, onChange, onClear }: EventFiltersProps) {
  const t = useTranslations('events.filters')
  const locale = useLocale()
  const { sources, tags } = search
  const hasMore = eventAddress.narrows({ ...search, ...alwaysShown })
  const [isExpanded, setIsExpanded] = useState(hasMore)
  return (
    <div className="mb-4 space-y-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="w-full sm:w-72">
          <SettledSearch label={t('search')} maxLength={100} q={search.q} onChange={(q) => onChange({ q })} />
        </div>
        <SegmentedControl
          label={t('state')}
          segments={shownStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={stateOf(search)}
          onChange={(state) => onChange({ state })}
        />
        <span className="sm:hidden">
          <FilterChip isOn={isExpanded} onChange={setIsExpanded}>
            {t('more')}
          </FilterChip>
        </span>
        <div className={isExpanded ? 'contents' : 'contents max-sm:hidden'}>
          <QuickRangeChips
            label={t('days')}
            ranges={quickRanges}
            nameOf={(range) => t(`range.${range}`)}
            value={search}
            onChange={onChange}
          />
        </div>
      </div>
      <div className={classNames('flex flex-wrap items-start gap-x-4 gap-y-2', !isExpanded && 'max-sm:hidden')}>
        <KindFilters kinds={search.kinds} onChange={(kinds) => onChange({ kinds })} />
        <ChoiceButton
          label={t('source')}
          groups={[
            { id: 'sources', options: eventSources.map((value) => ({ value, label: shortSourceName(value, locale) })) },
          ]}
          values={sources}
          onChange={(values) => onChange({ sources: values })}
        />
        <OpeningChip label={t('tag')} isNeeded={tags.length > 0} onClose={() => onChange({ tags: [] })}>
          <TagsField values={tags} onChange={(values) => onChange({ tags: values })} />
        </OpeningChip>
        <AssigneeFilter assignee={search.assignee} onChange={(assignee) => onChange({ assignee })} />
        <SingleFilters search={search} onChange={onChange} />
        {eventAddress.narrows(search) && (
          <Button variant="ghost" size="sm" className="h-8" onClick={onClear}>
            {t('clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface KindFiltersProps {
  readonly kinds: readonly EventKind[]
  readonly onChange: (kinds: readonly EventKind[]) => void
}

function KindFilters({ kinds, onChange }: KindFiltersProps) {
  const t = useTranslations('events.filters')
  const words = useTranslations('event-kinds')
  const choices = useQuery(panelQuery('eventSeverities.get', {})).data?.choices
  const toggle = (group: readonly EventKind[], isOn: boolean) =>
    onChange(eventKinds.filter((kind) => (group.includes(kind) ? isOn : kinds.includes(kind))))
  return (
    <div role="group" aria-label={t('kind')} className="flex flex-wrap gap-1.5">
      {quickKindNames.map((name) => (
        <FilterChip
          key={name}
          isOn={quickKinds[name].every((kind) => kinds.includes(kind))}
          onChange={(isOn) => toggle(quickKinds[name], isOn)}
        >
          {t(`quickKinds.${name}`)}
        </FilterChip>
      ))}
      <ChoiceButton
        label={t('kind')}
        groups={eventSeverities.map((severity) => ({
          id: severity,
          title: words(`severities.${severity}`),
          options: kindsOfSeverity(severity, choices).map((value) => ({ value, label: words(`kinds.${value}`) })),
        }))}
        values={kinds}
        onChange={onChange}
      />
    </div>
  )
}

interface AssigneeFilterProps {
  readonly assignee: string | undefined
  readonly onChange: (assignee: string | undefined) => void
}

/** Assigned to the user, with one press; an address may name a colleague. */
function AssigneeFilter({ assignee, onChange }: AssigneeFilterProps) {
  const t = useTranslations('events.filters')
  const { email } = useViewer()
  const colleagues = useQuery(panelQuery('events.colleagues', {})).data?.items ?? []
  const me = colleagues.find((colleague) => colleague.email === email)?.user_id
  if (assignee !== undefined && assignee !== me) {
    const other = colleagues.find(({ user_id: id }) => id === assignee)
    const label = t('assignedTo', { who: other?.name ?? other?.email ?? '–' })
    return (
      <Chip tone="accent" label={label} onRemove={() => onChange(undefined)}>
        {label}
      </Chip>
    )
  }
  if (me === undefined) return null
  return (
    <FilterChip isOn={assignee === me} onChange={(isOn) => onChange(isOn ? me : undefined)}>
      {t('mine')}
    </FilterChip>
  )
}

/** Filters that only an address sets. */
function SingleFilters({ search, onChange }: Omit<EventFiltersProps, 'onClear'>) {
  const { monitor, event, claims, notice } = search
  const t = useTranslations('events.filters')
  return (
    <>
      {monitor !== undefined && (
        <Chip tone="accent" label={t('monitor')} onRemove={() => onChange({ monitor: undefined })}>
          {t('monitor')}
        </Chip>
      )}
      {event !== undefined && (
        <Chip tone="accent" label={t('event')} onRemove={() => onChange({ event: undefined })}>
          {t('event')}
        </Chip>
      )}
      {claims !== undefined && (
        <Chip tone="accent" label={t('claims', { days: claims })} onRemove={() => onChange({ claims: undefined })}>
          {t('claims', { days: claims })}
        </Chip>
      )}
      {notice !== undefined && (
        <Chip tone="accent" label={t('notice')} onRemove={() => onChange({ notice: undefined })}>
          {t('notice')}
        </Chip>
      )}
    </>
  )
}
