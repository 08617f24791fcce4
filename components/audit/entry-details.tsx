'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { type AuditChange, auditChanges } from '@/lib/domain/audit/audit-words'

import type { ListedAuditEntry } from './audit-queries'
import { useEntryWords } from './use-entry-words'

/** Before and after of one entry, field by field, and what the chain says of it. */
export function EntryDetails({ entry }: { readonly entry: ListedAuditEntry }) {
  const t = useTranslations('audit.details')
  const rows = auditChanges(useEntryWords(), entry.before, entry.after)
  return (
    <div className="grid gap-3 py-2">
      {rows.length === 0 ? <p className="text-muted">{t('nothing')}</p> : <Diff rows={rows} />}
      <dl className="grid gap-x-4 gap-y-1 text-sm text-muted sm:grid-cols-[max-content_minmax(0,1fr)]">
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
const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-1 px-3 py-1.5 sm:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]'

function Diff({ rows }: { readonly rows: readonly AuditChange[] }) {
  const t = useTranslations('audit.details')
  return (
    <div className="divide-y rounded-md border bg-card text-sm">
      <div aria-hidden className={classNames(gridClass, 'text-muted')}>
        <span className="max-sm:hidden">{t('field')}</span>
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
      <span className="font-medium max-sm:col-span-2">
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
