'use client'

import { type FunctionComponent, use } from 'react'

import { PersonalValue } from '@/components/shared/personal-value'
import { Badge, toneClass } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { shortName } from '@/lib/domain/format/short-name'
import { isUnnamed } from '@/lib/domain/format/unnamed'
import { isIdentifierType, maskIdentifier } from '@/lib/domain/identifiers/identifiers'
import { monitorPath } from '@/lib/domain/routes'

import type { ColumnId } from '../columns'
import { type MonitorRecord, monitorName } from '../data/monitor-record'
import { useFilterNames } from '../data/use-filter-names'
import { isSilent } from '../search/monitor-match'
import { fittingTags } from './fitting-tags'
import { useRowTranslations } from './row-translations'
import { TagRoom } from './tag-room'

interface CellProps {
  readonly monitor: MonitorRecord
}

/** The label is omitted next to the name if it has a separate column. */
export const SubjectCell = ({ monitor }: CellProps) => <Subject monitor={monitor} label={null} />
const LabelledSubjectCell = ({ monitor }: CellProps) => <Subject monitor={monitor} label={monitor.label} />

interface SubjectProps extends CellProps {
  readonly label: string | null | undefined
}

function Subject({ monitor, label }: SubjectProps) {
  const { row: t } = useRowTranslations()
  const name = monitorName({ ...monitor, identifier_value: null })
  const { filter_id: filterId } = monitor
  const isFilter = typeof filterId === 'string' || isSilent(monitor, undefined)
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      {(name !== undefined || !isFilter) && (
        // The table's click handler navigates on the client; a Next.js link in every row would slow down scrolling.
        <a
          href={monitorPath(monitor.id)}
          tabIndex={-1}
          title={name}
          className="truncate rounded-sm font-medium hover:text-accent-ink hover:underline"
        >
          {name === undefined ? t('unnamed') : shortName(name)}
        </a>
      )}
      <SideLabel label={label} name={name} />
      {isFilter && <FilterMark id={filterId ?? undefined} isOnlyText={name === undefined} />}
      {isUnnamed(monitor) && <NotNamedMark />}
    </span>
  )
}

function SideLabel({ label, name }: Pick<SubjectProps, 'label'> & { readonly name: string | undefined }) {
  if (typeof label !== 'string' || label === '' || label === name) return null
  return (
    <span className="truncate text-sm text-muted max-md:hidden" title={label}>
      {label}
    </span>
  )
}

function NotNamedMark() {
  const { notNamed } = useRowTranslations()
  return (
    <Badge tone="warn" title={notNamed.title} className="min-w-0 shrink">
      <span className="truncate">{notNamed.text}</span>
    </Badge>
  )
}

/** The filter of a monitor. If it was deleted, the monitor is silent (interface section 4.6, filters). */
function FilterMark({ id, isOnlyText }: { readonly id: string | undefined; readonly isOnlyText: boolean }) {
  const { row: t } = useRowTranslations()
  const names = useFilterNames()
  if (id === undefined || (names !== undefined && !names.has(id))) return <WarnMark kind="silent" />
  const { name, isEmpty = false } = names?.get(id) ?? {}
  const text = name === undefined ? t('filterUnknown') : t('filter', { name })
  return (
    <>
      <span className={isOnlyText ? 'truncate font-medium' : 'truncate text-sm text-muted'}>{text}</span>
      {isEmpty && <WarnMark kind="empty" />}
    </>
  )
}

function WarnMark({ kind }: { readonly kind: 'silent' | 'empty' }) {
  const { row: t } = useRowTranslations()
  return (
    <Badge tone="danger" title={t(`${kind}Title`)}>
      <Icon name="alert" size={11} />
      {t(kind)}
      <span className="sr-only">. {t(`${kind}Title`)}</span>
    </Badge>
  )
}

function LabelCell({ monitor: { label } }: CellProps) {
  if (typeof label !== 'string' || label === '') return null
  return (
    <span className="block truncate" title={label}>
      {label}
    </span>
  )
}

const shorten = (value: string): string => (value.length === 36 ? `${value.slice(0, 4)}…${value.slice(-4)}` : value)

function IdentifierCell({ monitor }: CellProps) {
  const { kinds: t } = useRowTranslations()
  const { identifier_type: kind, identifier_value: value } = monitor
  if (typeof kind !== 'string' || typeof value !== 'string') return null
  const shown = isIdentifierType(kind) ? maskIdentifier(kind, value) : value
  return (
    <span className={classNames('flex min-w-0 gap-2', kind === 'pesel' ? 'items-center' : 'items-baseline')}>
      <span className={classNames('shrink-0 text-sm text-muted', kind === 'pesel' && 'two-line:sr-only')}>
        {isIdentifierType(kind) ? t(kind) : kind}
      </span>
      {kind === 'pesel' ? (
        <PersonalValue masked={shown} source={{ kind: 'monitor', id: monitor.id }} />
      ) : (
        <span className="truncate tabular" title={kind === 'subject_id' ? value : undefined}>
          {shorten(shown)}
        </span>
      )}
    </span>
  )
}

const tagClass = classNames(
  toneClass('neutral'),
  'tabular max-w-31 min-w-0 truncate rounded-sm px-1.5 py-0.5 text-sm not-first:shrink-0',
)

/** As many tags as fit; the others are counted, and named on hover and for screen readers. */
function TagsCell({ monitor }: CellProps) {
  const { row: t } = useRowTranslations()
  const room = use(TagRoom)
  const tags = monitor.tags ?? []
  const shown = fittingTags(tags, room)
  const rest = tags.slice(shown)
  const restTitle = rest.length > 0 && t('moreTitle', { tags: rest.join(', ') })
  return (
    <span data-tags className="flex min-w-0 gap-1 overflow-hidden two-line:justify-end">
      {tags.slice(0, shown).map((tag) => (
        <span key={tag} title={tag} className={tagClass}>
          {tag}
        </span>
      ))}
      {restTitle !== false && (
        <Badge title={restTitle} className="shrink-0">
          <span aria-hidden>{t('more', { count: rest.length })}</span>
          <span className="sr-only">{restTitle}</span>
        </Badge>
      )}
    </span>
  )
}

function SourceCell({ monitor }: CellProps) {
  const { nameOfSource } = useRowTranslations()
  const { last_event_source: source } = monitor
  return typeof source === 'string' ? <Badge>{nameOfSource(source)}</Badge> : null
}

function EventCell({ monitor }: CellProps) {
  const { row: t } = useRowTranslations()
  const { last_event_at: at } = monitor
  if (typeof at === 'string') return <Time instant={at} format="relative" />
  return (
    <>
      <span aria-hidden>{t('never')}</span>
      <span className="sr-only">{t('noEvent')}</span>
    </>
  )
}

const CreatedCell = ({ monitor: { created_at: at } }: CellProps) =>
  typeof at === 'string' ? <Time instant={at} format="date" /> : null

export const cells: Readonly<Record<ColumnId, FunctionComponent<CellProps>>> = {
  subject: LabelledSubjectCell,
  label: LabelCell,
  identifier: IdentifierCell,
  tags: TagsCell,
  source: SourceCell,
  event: EventCell,
  created: CreatedCell,
}
