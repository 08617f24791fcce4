'use client'

import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { BridgeButton } from '@/components/shared/filter-bridge/bridge-button'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import { Progress } from '@/components/ui/progress'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime } from '@/lib/domain/format/format'
import { importRejectionsPath } from '@/lib/domain/routes'

import { type ImportItem } from './import-queries'
import { ImportedMonitors } from './imported-monitors'
import { UndoButton } from './undo-button'

const effects = ['added', 'tagged', 'removed', 'untagged'] as const

interface ImportRowProps {
  readonly item: ImportItem
  /** True for the import that a link points to: it is expanded and scrolled into view. */
  readonly isWanted: boolean
}

export function ImportHistoryRow({ item, isWanted }: ImportRowProps) {
  const t = useTranslations('imports-history')
  const locale = useLocale()
  const [isOpen, setIsOpen] = useState(isWanted)
  const row = useScrollTarget(isWanted)
  const { id, kind, tag, file_name: file, state, started_at: at } = item
  const name = `${kind === 'import' ? t('kinds.import') : t('kinds.reconcile', { tag: tag ?? '' })}: ${file === '' ? t('pasted') : file}`
  const labelFor = (action: string) => t('of', { action, at: formatDateTime(at, locale) })
  const toggle = t(isOpen ? 'hide' : 'show')
  return (
    <li ref={row} className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium break-words">{name}</p>
          <Facts item={item} />
        </div>
        <Badge tone={state === 'done' ? 'neutral' : 'warn'}>{t(`states.${state}`)}</Badge>
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-label={labelFor(toggle)}
          onClick={() => setIsOpen(!isOpen)}
          data-return
        >
          {toggle}
        </Button>
        <FilterFromImport item={item} label={labelFor} />
        <Rejections item={item} label={labelFor} />
        <UndoButton item={item} name={name} label={labelFor} />
      </div>
      {state === 'undoing' && <UndoNote item={item} />}
      {isOpen && <ImportedMonitors id={id} />}
    </li>
  )
}

interface ActionProps extends Pick<ImportRowProps, 'item'> {
  readonly label: (action: string) => string
}

/** Creates a filter from the monitors that the import added or tagged and that are still there. */
function FilterFromImport({ item, label }: ActionProps) {
  const t = useTranslations('filters-bridge')
  const { id, kept, tag, file_name: file } = item
  if (kept.added + kept.tagged === 0) return null
  return (
    <BridgeButton from={() => ({ import_id: id })} name={tag ?? file} label={label(t('ofImport'))}>
      {t('ofImport')}
    </BridgeButton>
  )
}

function useScrollTarget(isWanted: boolean) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isWanted])
  return row
}

function Facts({ item }: Pick<ImportRowProps, 'item'>) {
  const t = useTranslations('imports-history')
  const locale = useLocale()
  const { mode } = useViewer()
  const countValues = useCountValues()
  const { undone, skipped, unnamed, undone_at: undoneAt, undone_by: undoneBy } = item
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <Time instant={item.started_at} />
        <span className="break-all">{item.actor}</span>
        <SentFigures item={item} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm tabular">
        {effects
          .filter((effect) => item.effects[effect] > 0)
          .map((effect) => (
            <span key={effect}>{t(`effects.${effect}`, countValues(item.effects[effect]))}</span>
          ))}
        {unnamed > 0 && <span className="text-warn-ink">{t(`unnamed.${mode}`, countValues(unnamed))}</span>}
        {undone + skipped > 0 && (
          <span className="text-muted">
            {t('undone', { undone: countValues(undone).count, skipped: countValues(skipped).count })}
          </span>
        )}
        {undoneAt !== null && undoneBy !== null && (
          <span className="break-words text-muted">
            {t('undoneBy', { actor: undoneBy, at: formatDateTime(undoneAt, locale) })}
          </span>
        )}
      </p>
    </>
  )
}

/** The number of sent rows and what happened to the others; the parts add up to the total. */
function SentFigures({ item }: Pick<ImportRowProps, 'item'>) {
  const t = useTranslations('imports-history')
  const countValues = useCountValues()
  const { subjects, list_rows: rows, list_refused: refused, list_repeated: repeated, file_sha256: sha256 } = item
  if (rows === null) return <span>{t('subjects', countValues(subjects))}</span>
  const rest = rows - subjects - (refused ?? 0) - (repeated ?? 0)
  const parts = [
    t('sent', { sent: countValues(subjects).count, ...countValues(rows) }),
    t('refused', { count: countValues(refused ?? 0).count }),
    t('repeated', { count: countValues(repeated ?? 0).count }),
    ...(rest > 0 ? [t('rest', { count: countValues(rest).count })] : []),
    ...(item.service_refused > 0 ? [t('serviceRefused', { count: countValues(item.service_refused).count })] : []),
  ]
  return (
    <>
      <span>{parts.join('; ')}</span>
      {sha256 !== null && <span className="break-all">SHA-256: {sha256}</span>}
    </>
  )
}

/** The refused and repeated rows with their reasons. Older imports did not record them. */
function Rejections({ item, label }: ActionProps) {
  const t = useTranslations('imports-history')
  const { id, list_refused: refused, list_repeated: repeated, service_refused: service } = item
  if ((refused ?? 0) + (repeated ?? 0) + service === 0) return null
  return (
    <a
      download
      href={importRejectionsPath(id)}
      className={buttonClass({ size: 'sm' })}
      aria-label={label(t('rejections'))}
    >
      <Icon name="download" />
      {t('rejections')}
    </a>
  )
}

/** The panel continues the undo without the page, so the user may leave. */
function UndoNote({ item }: Pick<ImportRowProps, 'item'>) {
  const t = useTranslations('imports-history')
  const { effects: all, undone, skipped } = item
  return (
    <div className="max-w-xl">
      <Progress
        label={t('undoing')}
        done={undone + skipped}
        total={all.added + all.tagged + all.removed + all.untagged}
      />
      <p className="mt-1 text-sm text-muted">{t('undoingText')}</p>
    </div>
  )
}
