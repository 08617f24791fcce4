'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useEveryRule } from '@/components/shared/rules/use-every-rule'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { panelQuery } from '@/lib/client/queries'
import { deliveryChannels, deliveryStates } from '@/lib/features/deliveries/domain/delivery-states'

import { type DeliveriesSearch, sinceChoices } from './deliveries-address'

interface DeliveriesFilterProps {
  readonly search: DeliveriesSearch
  readonly onChange: (part: Partial<DeliveriesSearch>) => void
  /** Users who may not see channels cannot filter by them. */
  readonly hasChannels: boolean
}

const NO_FILTERS = { state: undefined, kind: undefined, channel: undefined, rule: undefined, since: undefined }

export function DeliveriesFilter({ search, onChange, hasChannels }: DeliveriesFilterProps) {
  const t = useTranslations('deliveries')
  const all = { value: '', label: t('filters.all') }
  // The position belongs to the previous results, so it is reset.
  const change = (part: Partial<DeliveriesSearch>) => onChange({ ...part, cursor: undefined })
  const isNarrowed = Object.keys(NO_FILTERS).some((name) => search[name as keyof typeof NO_FILTERS] !== undefined)
  return (
    <div
      role="group"
      aria-label={t('filters.label')}
      className="mb-4 flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2"
    >
      <Select
        className="sm:max-w-56"
        label={t('filters.state')}
        value={search.state ?? ''}
        onChange={({ target }) => change({ state: deliveryStates.find((each) => each === target.value) })}
        options={[all, ...deliveryStates.map((value) => ({ value, label: t(`states.${value}`) }))]}
      />
      {hasChannels && (
        <>
          <Select
            className="sm:max-w-56"
            label={t('filters.kind')}
            value={search.kind ?? ''}
            onChange={({ target }) => change({ kind: deliveryChannels.find((each) => each === target.value) })}
            options={[all, ...deliveryChannels.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
          />
          <ChannelSelect search={search} onChange={change} />
          <RuleSelect search={search} onChange={change} />
        </>
      )}
      <Select
        className="sm:max-w-56"
        label={t('filters.since')}
        value={search.since ?? ''}
        onChange={({ target }) => change({ since: sinceChoices.find((each) => each === target.value) })}
        options={[
          { value: '', label: t('sinceChoices.all') },
          ...sinceChoices.map((value) => ({ value, label: t(`sinceChoices.${value}`) })),
        ]}
      />
      {isNarrowed && <Button onClick={() => change(NO_FILTERS)}>{t('filters.clear')}</Button>}
    </div>
  )
}

type PartProps = Pick<DeliveriesFilterProps, 'search' | 'onChange'>

function ChannelSelect({ search: { channel }, onChange }: PartProps) {
  const t = useTranslations('deliveries.filters')
  const { data } = useQuery(panelQuery('channels.list', {}))
  const options = useOptions(data?.items, channel)
  return (
    <Select
      className="sm:max-w-56"
      label={t('channel')}
      value={channel ?? ''}
      onChange={({ target }) => onChange({ channel: target.value === '' ? undefined : target.value })}
      options={options}
    />
  )
}

function RuleSelect({ search: { rule }, onChange }: PartProps) {
  const t = useTranslations('deliveries.filters')
  const options = useOptions(useEveryRule(), rule)
  return (
    <Select
      className="sm:max-w-56"
      label={t('rule')}
      value={rule ?? ''}
      onChange={({ target }) => onChange({ rule: target.value === '' ? undefined : target.value })}
      options={options}
    />
  )
}

type NamedItem = { readonly id: string; readonly name: string }

/** Returns the options. A deleted item remains an option while the list is filtered by it. */
function useOptions(items: readonly NamedItem[] = [], chosen: string | undefined) {
  const t = useTranslations('deliveries.filters')
  const isMissing = chosen !== undefined && !items.some(({ id }) => id === chosen)
  return [
    { value: '', label: t('all') },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
    ...(isMissing ? [{ value: chosen, label: chosen.slice(0, 8) }] : []),
  ]
}
