'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { identifierTypes, type IdentifierType, maskIdentifier } from '@/lib/domain/identifiers'

import { type MonitorRecord, nameOf } from './monitor-record'
import { shortName } from './short-name'
import { useFilterNames } from './use-filter-names'

interface CellProps {
  readonly monitor: MonitorRecord
}

const isKnownKind = (kind: string): kind is IdentifierType => identifierTypes.some((type) => type === kind)

export function SubjectCell({ monitor }: CellProps) {
  const t = useTranslations('monitors.row')
  const name = nameOf({ ...monitor, identifier_value: null })
  const { filter_id: filterId, label } = monitor
  const isFilter = typeof filterId === 'string'
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {(name !== undefined || !isFilter) && (
        <span className="truncate font-medium" title={name}>
          {name === undefined ? t('unnamed') : shortName(name)}
        </span>
      )}
      {typeof label === 'string' && label !== '' && label !== name && (
        <span className="truncate text-sm text-muted max-md:hidden" title={label}>
          {label}
        </span>
      )}
      {isFilter && <FilterMark id={filterId} isAlone={name === undefined} />}
    </span>
  )
}

/** The filter that a monitor watches; a deleted one leaves the monitor silent (interface 4.6). */
function FilterMark({ id, isAlone }: { readonly id: string; readonly isAlone: boolean }) {
  const t = useTranslations('monitors.row')
  const names = useFilterNames()
  if (names !== undefined && !names.has(id)) {
    return (
      <Badge tone="danger" title={t('silentTitle')}>
        <Icon name="alert" size={11} />
        {t('silent')}
        <span className="sr-only">. {t('silentTitle')}</span>
      </Badge>
    )
  }
  const name = names?.get(id)
  const text = name === undefined ? t('filterUnknown') : t('filter', { name })
  return <span className={isAlone ? 'truncate font-medium' : 'truncate text-sm text-muted'}>{text}</span>
}

const shorten = (value: string): string => (value.length === 36 ? `${value.slice(0, 4)}…${value.slice(-4)}` : value)

export function IdentifierCell({ monitor }: CellProps) {
  const t = useTranslations('monitors.kinds')
  const { identifier_type: kind, identifier_value: value } = monitor
  if (typeof kind !== 'string' || typeof value !== 'string') return null
  const shown = isKnownKind(kind) ? maskIdentifier(kind, value) : value
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="shrink-0 text-sm text-muted">{isKnownKind(kind) ? t(kind) : kind}</span>
      <span className="truncate tabular" title={kind === 'subject_id' ? value : undefined}>
        {shorten(shown)}
      </span>
    </span>
  )
}

const SHOWN_TAGS = 3

export function TagsCell({ monitor }: CellProps) {
  const t = useTranslations('monitors.row')
  const tags = monitor.tags ?? []
  const rest = tags.slice(SHOWN_TAGS)
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag} title={tag} className="min-w-0 shrink-0 last:shrink">
          <span className="max-w-28 truncate">{tag}</span>
        </Badge>
      ))}
      {rest.length > 0 && (
        <Badge title={t('moreTitle', { tags: rest.join(', ') })} className="shrink-0">
          {t('more', { count: rest.length })}
        </Badge>
      )}
    </span>
  )
}

const SOURCES: Readonly<Record<string, string>> = {
  krz: 'KRZ',
  msig: 'MSiG',
  krs: 'KRS',
  crbr: 'CRBR',
  bzp: 'BZP',
  knf: 'KNF',
  uokik: 'UOKiK',
  sudop: 'SUDOP',
}

export function SourceCell({ monitor }: CellProps) {
  const t = useTranslations('monitors.sources')
  const { last_event_source: source } = monitor
  if (typeof source !== 'string') return null
  return <Badge>{source === 'wpv' ? t('wpv') : (SOURCES[source] ?? source)}</Badge>
}

export function EventCell({ monitor }: CellProps) {
  const t = useTranslations('monitors.row')
  const { last_event_at: at } = monitor
  if (typeof at === 'string') return <Time instant={at} format="relative" />
  return (
    <>
      <span aria-hidden>{t('never')}</span>
      <span className="sr-only">{t('noEvent')}</span>
    </>
  )
}
