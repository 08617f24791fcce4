'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Chip, FilterChip } from '@/components/ui/chip'
import { DateRangeFieldLazy } from '@/components/ui/inputs/date-range-field-lazy'
import { OpeningChip } from '@/components/ui/inputs/opening-chip'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton } from '@/components/ui/skeleton'
import { eventSources, shortSourceName } from '@/lib/domain/events/sources'

import { eventAddress, type EventSearch } from './event-search'

const TagsField = lazyComponent(
  async () => (await import('./tags-field')).TagsField,
  () => <Skeleton className="h-8.5 w-full" />,
)

interface EventFiltersProps {
  readonly search: EventSearch
  readonly onChange: (part: Partial<EventSearch>) => void
  readonly onClear: () => void
}

/** Chips that say what is shown; they live in the address, but for what holds a personal number. */
export function EventFilters({ search, onChange, onClear }: EventFiltersProps) {
  const t = useTranslations('events.filters')
  const locale = useLocale()
  const { sources, tags, monitor, event } = search
  const toggled = (source: string) =>
    eventSources.filter((each) => (each === source ? !sources.includes(each) : sources.includes(each)))
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div role="group" aria-label={t('source')} className="flex flex-wrap gap-1.5">
        {eventSources.map((source) => (
          <FilterChip
            key={source}
            isOn={sources.includes(source)}
            onChange={() => onChange({ sources: toggled(source) })}
          >
            {shortSourceName(source, locale)}
          </FilterChip>
        ))}
      </div>
      <OpeningChip label={t('tag')} isNeeded={tags.length > 0} onClose={() => onChange({ tags: [] })}>
        <TagsField values={tags} onChange={(values) => onChange({ tags: values })} />
      </OpeningChip>
      <OpeningChip
        label={t('days')}
        isNeeded={search.from !== null || search.to !== null}
        onClose={() => onChange({ from: null, to: null })}
      >
        <DateRangeFieldLazy
          label={t('days')}
          isLabelHidden
          value={{ from: search.from, to: search.to }}
          onChange={({ from, to }) => onChange({ from, to })}
        />
      </OpeningChip>
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
      {eventAddress.narrows(search) && (
        <Button variant="ghost" size="sm" className="h-8" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
