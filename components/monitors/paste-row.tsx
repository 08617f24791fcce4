'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { maskIdentifier, maskPesels } from '@/lib/domain/identifiers'

import type { ParsedRow, TenDigits } from './parse-identifiers'

interface PasteRowProps {
  readonly row: ParsedRow
  readonly onChoose: (digits: string, kind: TenDigits) => void
}

/** One pasted line and its verdict. Personal numbers are masked here too: the list is read over shoulders. */
export function PasteRow({ row, onChoose }: PasteRowProps) {
  const t = useTranslations('monitors')
  const { verdict, label, line } = row
  return (
    <div className="flex h-full items-center gap-3 px-3">
      <span className="w-8 shrink-0 text-right text-xs text-muted tabular" title={t('paste.line', { line })}>
        {line}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <Value row={row} />
          {label !== '' && <span className="ml-2 text-muted">{label}</span>}
        </p>
        <VerdictLine row={row} />
      </div>
      {(verdict.kind === 'ambiguous' || row.chosen !== undefined) && <KindChoice row={row} onChoose={onChoose} />}
    </div>
  )
}

function Value({ row: { verdict, identifier } }: { readonly row: ParsedRow }) {
  const t = useTranslations('monitors.kinds')
  if (verdict.kind === 'ok' || verdict.kind === 'duplicate') {
    return (
      <>
        <span className="text-sm text-muted">{t(verdict.type)}</span>{' '}
        <span className="tabular">{maskIdentifier(verdict.type, verdict.value)}</span>
      </>
    )
  }
  return <span className="tabular">{maskPesels(identifier)}</span>
}

function VerdictLine({ row: { verdict } }: { readonly row: ParsedRow }) {
  const t = useTranslations('monitors')
  if (verdict.kind === 'ok') return null
  if (verdict.kind === 'duplicate') {
    return <p className="truncate text-sm text-muted">{t('paste.duplicateOf', { line: verdict.firstLine })}</p>
  }
  if (verdict.kind === 'ambiguous') {
    return (
      <p className="truncate text-sm text-warn-ink" title={verdict.isNip ? undefined : t('paste.nipImpossible')}>
        {verdict.isNip ? t('paste.question') : t('paste.nipImpossible')}
      </p>
    )
  }
  return (
    <p className="truncate">
      <Badge tone="danger">
        <Icon name="alert" size={11} />
        {t(`faults.${verdict.reason}`)}
      </Badge>
    </p>
  )
}

function KindChoice({ row, onChoose }: PasteRowProps) {
  const t = useTranslations('monitors.paste')
  const digits = row.identifier.replace(/\D/g, '')
  return (
    <SegmentedControl<TenDigits | 'none'>
      label={`${t('question')} ${t('line', { line: row.line })}`}
      segments={[
        { value: 'nip', label: t('asNip') },
        { value: 'krs', label: t('asKrs') },
      ]}
      value={row.chosen ?? 'none'}
      onChange={(kind) => kind !== 'none' && onChoose(digits, kind)}
    />
  )
}
