'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { type IdentifierType, maskIdentifier, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'

import type { CheckedRow } from '../judge/checked-row'
import type { PassedNumber } from '../judge/judge-row'
import { useImport } from '../use-import'
import { ImportRowEditor } from './row-editor'

interface ReviewRowProps {
  readonly row: CheckedRow
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
}

/** One row and its verdict. Personal numbers are masked here too: the list is read over shoulders. */
export function ReviewRow({ row, isEditing, onEdit }: ReviewRowProps) {
  const t = useTranslations('monitor-import.review')
  const { line, question } = row
  if (isEditing) return <ImportRowEditor row={row} onClose={() => onEdit(false)} />
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
      {question !== undefined && <KindChoice row={row} />}
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        data-return=""
        aria-label={t('edit', { line })}
        onClick={() => onEdit(true)}
        className="text-muted!"
      >
        <Icon name="edit" size={14} />
      </Button>
    </div>
  )
}

/** A number that is not known to be anything yet, as it was given. */
function givenText({ identifier, verdict }: CheckedRow): string {
  const isPerson = verdict.kind === 'ambiguous' && verdict.question.about === 'zero'
  return isPerson ? maskIdentifier('pesel', `0${verdict.question.digits}`).slice(1) : maskMistyped(identifier)
}

function Value({ row }: { readonly row: CheckedRow }) {
  const t = useTranslations('monitor-import')
  const { verdict, identifier } = row
  if (verdict.kind === 'ambiguous' || verdict.kind === 'invalid') {
    return identifier === '' ? (
      <span className="text-muted">{t('review.noNumber')}</span>
    ) : (
      <span className="tabular">{givenText(row)}</span>
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
  const faultText = useRowFaultText()
  const { verdict, fix, passed, tags } = row
  if (verdict.kind === 'invalid') {
    const text = faultText(verdict)
    return (
      <p className="truncate" title={text}>
        <Badge tone="danger">
          <Icon name="alert" size={11} />
          {text}
        </Badge>
      </p>
    )
  }
  if (verdict.kind === 'ambiguous') {
    const { about, digits } = verdict.question
    const text = t(`questions.${about}`, { krs: digits.padStart(10, '0') })
    return (
      <p className="truncate text-sm text-warn-ink" title={text}>
        {text}
      </p>
    )
  }
  const parts = [
    verdict.kind === 'new' && t('review.new'),
    verdict.kind === 'monitored' && t('review.monitored'),
    verdict.kind === 'repeated' && t('review.repeatedOf', { line: verdict.firstLine }),
    fix !== undefined && t(`fixes.${fix}`),
    passed !== undefined && t('fixes.passed', { text: maskMistyped(passed.text), reason: faultText(passed) }),
    tags.length > 0 && t('review.tags', { tags: tags.join(', ') }),
  ].filter((part) => part !== false)
  const text = parts.join(' · ')
  return (
    <p className="truncate text-sm text-muted" title={text}>
      {text}
    </p>
  )
}

function KindChoice({ row: { question, chosen, line } }: { readonly row: CheckedRow }) {
  const t = useTranslations('monitor-import')
  const { session } = useImport()
  const { digits = '', kinds = [] } = question ?? {}
  return (
    <SegmentedControl<IdentifierType | 'none'>
      label={`${t('review.question')} ${t('review.line', { line })}`}
      segments={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      value={chosen ?? 'none'}
      onChange={(kind) => kind !== 'none' && void session.apply('choose', { digits, kind })}
    />
  )
}

/** Why a number is not taken, in words; of a kind that is known, what that kind asks for. */
function useRowFaultText(): (fault: Pick<PassedNumber, 'reason' | 'type' | 'country'>) => string {
  const t = useTranslations('monitor-import.faults')
  return ({ reason, type, country = '' }) => t(reason, { kind: type ?? 'other', country })
}
