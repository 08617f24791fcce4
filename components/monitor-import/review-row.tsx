'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers'

import type { CheckedRow } from './checked-row'
import type { TenDigits } from './judge-row'
import { RowEditor } from './row-editor'
import { useImport } from './use-import'

interface ReviewRowProps {
  readonly row: CheckedRow
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
}

/** One row and its verdict. Personal numbers are masked here too: the list is read over shoulders. */
export function ReviewRow({ row, isEditing, onEdit }: ReviewRowProps) {
  const t = useTranslations('monitor-import.review')
  const { verdict, line } = row
  if (isEditing) return <RowEditor row={row} onClose={() => onEdit(false)} />
  return (
    <div className="flex h-full items-center gap-3 px-4">
      <span className="w-10 shrink-0 text-right text-xs text-muted tabular" title={t('line', { line })}>
        {line}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <Value row={row} />
          {row.label !== '' && <span className="ml-2 text-muted">{maskPesels(row.label)}</span>}
        </p>
        <VerdictLine row={row} />
      </div>
      {(verdict.kind === 'ambiguous' || row.chosen !== undefined) && <KindChoice row={row} />}
      {verdict.kind !== 'ambiguous' && (
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={t('edit', { line })}
          onClick={() => onEdit(true)}
          className="text-muted!"
        >
          <Icon name="edit" size={14} />
        </Button>
      )}
    </div>
  )
}

function Value({ row: { verdict, identifier } }: { readonly row: CheckedRow }) {
  const t = useTranslations('monitor-import')
  if (verdict.kind === 'ambiguous' || verdict.kind === 'invalid') {
    return identifier === '' ? (
      <span className="text-muted">{t('review.noNumber')}</span>
    ) : (
      <span className="tabular">{maskPesels(identifier)}</span>
    )
  }
  return (
    <>
      <span className="text-sm text-muted">{t(`kinds.${verdict.type}`)}</span>{' '}
      <span className="tabular">{maskIdentifier(verdict.type, verdict.value)}</span>
    </>
  )
}

function VerdictLine({ row }: { readonly row: CheckedRow }) {
  const t = useTranslations('monitor-import')
  const { verdict, fix, tags } = row
  if (verdict.kind === 'invalid') {
    return (
      <p className="truncate">
        <Badge tone="danger">
          <Icon name="alert" size={11} />
          {t(`faults.${verdict.reason}`)}
        </Badge>
      </p>
    )
  }
  if (verdict.kind === 'ambiguous') {
    return (
      <p className="truncate text-sm text-warn-ink">{t(verdict.isNip ? 'review.question' : 'review.nipImpossible')}</p>
    )
  }
  const parts = [
    verdict.kind === 'new' && t('review.new'),
    verdict.kind === 'monitored' && t('review.monitored'),
    verdict.kind === 'repeated' && t('review.repeatedOf', { line: verdict.firstLine }),
    fix !== undefined && t(`fixes.${fix}`),
    tags.length > 0 && t('review.tags', { tags: tags.join(', ') }),
  ].filter((part) => part !== false)
  return <p className="truncate text-sm text-muted">{parts.join(' · ')}</p>
}

function KindChoice({ row }: { readonly row: CheckedRow }) {
  const t = useTranslations('monitor-import.review')
  const { session } = useImport()
  const digits = row.identifier.normalize('NFKC').replace(/\D/g, '')
  return (
    <SegmentedControl<TenDigits | 'none'>
      label={`${t('question')} ${t('line', { line: row.line })}`}
      segments={[
        { value: 'nip', label: t('asNip') },
        { value: 'krs', label: t('asKrs') },
      ]}
      value={row.chosen ?? 'none'}
      onChange={(kind) => kind !== 'none' && void session.apply('choose', { digits, kind })}
    />
  )
}
