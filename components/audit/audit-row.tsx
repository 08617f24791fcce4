'use client'

import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { ResourceRow } from '@/components/ui/resource-table'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { targetWord } from '@/lib/features/audit/domain/audit-target'
import {
  actionWord,
  actorWord,
  auditChanges,
  mainChanges,
  type AuditChange,
} from '@/lib/features/audit/domain/audit-words'

import type { ListedAuditEntry } from './audit-queries'
import { auditColumns } from './columns'
import { useEntryWords } from './use-entry-words'

function EntryDetails({ entry }: { readonly entry: ListedAuditEntry }) {
  const t = useTranslations('audit.details')
  const rows = auditChanges(useEntryWords(), entry.before, entry.after)
  return (
    <div className="grid gap-3 py-2">
      {rows.length === 0 ? <p className="text-muted">{t('nothing')}</p> : <Diff rows={rows} />}
      <dl className="grid gap-x-4 gap-y-1 text-sm text-muted unstacked:grid-cols-[max-content_minmax(0,1fr)]">
        {entry.target !== null && (
          <>
            <dt>{t('target')}</dt>
            <dd className="break-all text-ink tabular">{entry.target}</dd>
          </>
        )}
        <dt>{t('hash')}</dt>
        <dd className="break-all tabular">{entry.hash}</dd>
      </dl>
    </div>
  )
}

const sides = ['before', 'after'] as const
const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-1 px-3 py-1.5 unstacked:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]'

function Diff({ rows }: { readonly rows: readonly AuditChange[] }) {
  const t = useTranslations('audit.details')
  return (
    <div className="divide-y rounded-md border bg-card text-sm">
      <div aria-hidden className={classNames(gridClass, 'text-muted')}>
        <span className="stacked:hidden">{t('field')}</span>
        <span>{t('before')}</span>
        <span>{t('after')}</span>
      </div>
      {rows.map((row) => (
        <Field key={row.field} row={row} />
      ))}
    </div>
  )
}

function Field({ row }: { readonly row: AuditChange }) {
  const t = useTranslations('audit.details')
  return (
    <div className={gridClass}>
      <span className="font-medium stacked:col-span-2">
        {row.label}
        {row.isChanged && <span className="sr-only">, {t('changed')}</span>}
      </span>
      {sides.map((side) => (
        <span
          key={side}
          className={classNames(
            'min-w-0 rounded-sm break-words tabular',
            row.isChanged && (side === 'before' ? 'bg-danger-soft px-1' : 'bg-accent-soft px-1'),
          )}
        >
          <span className="sr-only">{t(side)}: </span>
          {row[side] ?? <span className="text-muted">{t('none')}</span>}
        </span>
      ))}
    </div>
  )
}

interface AuditRowProps {
  readonly entry: ListedAuditEntry
  readonly onTarget: (target: string) => void
}

function Row({ entry, onTarget }: AuditRowProps) {
  const t = useTranslations('audit.row')
  const columns = useTranslations('audit.columns')
  const words = useEntryWords()
  const [isOpen, setIsOpen] = useState(false)
  const { number } = entry
  const detailsId = `audit-entry-${number}`
  return (
    <>
      <ResourceRow
        className={isOpen ? 'border-b-0' : undefined}
        columns={auditColumns}
        nameOf={columns}
        cells={{
          at: <Time instant={entry.at} />,
          actor: {
            title: entry.actor,
            content: <span className="line-clamp-2 wrap-anywhere">{actorWord(words, entry.actor)}</span>,
          },
          action: actionWord(words, entry.action),
          target: <Target entry={entry} onTarget={onTarget} />,
          changes: <Changes entry={entry} />,
          address: { title: entry.address ?? undefined, content: entry.address ?? t('itself') },
          details: (
            <Button
              variant="ghost"
              size="sm"
              iconOnly
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              aria-label={t(isOpen ? 'close' : 'open', { number })}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'minus' : 'plus'} size={14} />
            </Button>
          ),
        }}
      />
      {isOpen && (
        <TableRow>
          <Cell colSpan={Object.keys(auditColumns).length} className="bg-side! stacked:basis-full">
            <div id={detailsId}>
              <EntryDetails entry={entry} />
            </div>
          </Cell>
        </TableRow>
      )}
    </>
  )
}

const MAX_CHANGES = 3
const sideClass = 'rounded-sm px-0.5'

/** Shows changes as `184 zł → 188 zł`; if nothing changed, the fields of the entry. */
function Changes({ entry: { before, after } }: Pick<AuditRowProps, 'entry'>) {
  const t = useTranslations('audit')
  const countValues = useCountValues()
  const reported = mainChanges(auditChanges(useEntryWords(), before, after))
  if (reported.length === 0) return null
  const more = reported.length - MAX_CHANGES
  return (
    <ul className="grid min-w-0 gap-0.5">
      {reported.slice(0, MAX_CHANGES).map((change) => (
        <li key={change.field} className="line-clamp-2 break-words tabular">
          <span className="text-muted">{change.label}:</span>{' '}
          {change.isChanged && !change.isAdditional && (
            <>
              <del className={`${sideClass} text-muted no-underline`}>{change.before ?? t('details.none')}</del>
              <span aria-hidden> → </span>
            </>
          )}
          <ins className={`${sideClass} no-underline`}>
            {change.after ?? (change.isChanged ? t('details.none') : change.before)}
          </ins>
        </li>
      ))}
      {more > 0 && <li className="text-muted">{t('row.more', countValues(more))}</li>}
    </ul>
  )
}

function Target({ entry, onTarget }: AuditRowProps) {
  const t = useTranslations('audit.row')
  const { target } = entry
  const name = targetWord(useEntryWords(), entry)
  if (target === null || name === undefined) return <span className="text-muted">{t('noTarget')}</span>
  return (
    <button
      type="button"
      title={target}
      aria-label={t('only', { target: name })}
      onClick={() => onTarget(target)}
      className="line-clamp-2 min-h-6 max-w-full text-left wrap-anywhere text-accent-ink tabular underline underline-offset-2"
    >
      {name}
    </button>
  )
}

/** Loading a further page must not render existing rows again. */
export const AuditRow = memo(Row, (before, after) => before.entry === after.entry)
