'use client'

import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Dialog } from '@/components/ui/overlay/dialog'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { useCountValues } from '@/components/ui/use-count-values'
import { isTypedName } from '@/lib/domain/companies/typed-name'
import { type IdentifierType, maskIdentifier, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'

import type { CheckedRow } from '../judge/checked-row'
import type { SkippedNumber } from '../judge/judge-row'
import { useImport } from '../use-import'

const loadNameHits = async () => (await import('@/components/shared/add-companies/name-hits')).NameHits
const NameHits = lazyComponent(loadNameHits)

interface ReviewRowProps {
  readonly row: CheckedRow
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
}

/** One row with its check result. Personal numbers are masked here as well, because others may see the screen. */
export function ReviewRow({ row, isEditing, onEdit }: ReviewRowProps) {
  const t = useTranslations('imports.review')
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
      {isName(row) && <FindByName name={row.identifier} />}
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

/** Whether the row holds the name of a company where its number should be. */
const isName = ({ verdict, identifier }: CheckedRow): boolean =>
  verdict.kind === 'invalid' && verdict.reason === 'unknown' && isTypedName(identifier)

/** Searches for the name; each company that is found can be watched there. */
function FindByName({ name }: { readonly name: string }) {
  const t = useTranslations('imports.review')
  if (!usePermission('search.list').allowed) return null
  return (
    <DialogButton
      size="sm"
      aria-label={t('findNamed', { name })}
      preloadDialog={loadNameHits}
      renderDialog={(close) => (
        <Dialog title={t('findNamed', { name })} size="md" onClose={close}>
          <NameHits q={name} />
        </Dialog>
      )}
    >
      {t('find')}
    </DialogButton>
  )
}

/** The original text of a number of unknown type. */
function originalText({ identifier, verdict }: CheckedRow): string {
  const isPerson = verdict.kind === 'ambiguous' && verdict.question.about === 'zero'
  return isPerson ? maskIdentifier('pesel', `0${verdict.question.digits}`).slice(1) : maskMistyped(identifier)
}

function Value({ row }: { readonly row: CheckedRow }) {
  const t = useTranslations('imports')
  const { verdict, identifier } = row
  if (verdict.kind === 'ambiguous' || verdict.kind === 'invalid') {
    return identifier === '' ? (
      <span className="text-muted">{t('review.noNumber')}</span>
    ) : (
      <span className="tabular">{originalText(row)}</span>
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
  const t = useTranslations('imports')
  const faultText = useRowFaultText()
  const { verdict, fix, skippedNumber, tags } = row
  if (verdict.kind === 'invalid') {
    const text = isName(row) ? t('review.name') : faultText(verdict)
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
    skippedNumber !== undefined &&
      t('fixes.passed', { text: maskMistyped(skippedNumber.text), reason: faultText(skippedNumber) }),
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
  const t = useTranslations('imports')
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

/** Formats the reason why a number is not accepted; if its type is known, the text states that type's requirements. */
function useRowFaultText(): (fault: Pick<SkippedNumber, 'reason' | 'type' | 'country'>) => string {
  const t = useTranslations('imports.faults')
  return ({ reason, type, country = '' }) => t(reason, { kind: type ?? 'other', country })
}

interface RowEditorProps {
  readonly row: CheckedRow
  readonly onClose: () => void
}

/** Edits a row in place: Enter saves, Esc cancels. */
function ImportRowEditor({ row, onClose }: RowEditorProps) {
  const t = useTranslations('imports.review')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const { session } = useImport()
  const [identifier, setIdentifier] = useState(row.identifier)
  const [label, setLabel] = useState(row.label)
  const save = async () => {
    const edit = {
      ...(identifier === row.identifier ? {} : { identifier: identifier.trim() }),
      ...(label === row.label ? {} : { label: label.trim() }),
    }
    if (Object.keys(edit).length > 0) await session.apply('edit', { index: row.index, edit })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') onClose()
  }
  const values = { line: countValues(row.line).count }
  return (
    <div className="flex h-full items-center gap-2 bg-accent-soft/50 px-4">
      <input
        autoFocus
        aria-label={t('identifier', values)}
        value={identifier}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setIdentifier(event.target.value)}
        onKeyDown={onKeyDown}
        className="control min-w-0 flex-1 tabular sm:max-w-56"
      />
      <input
        aria-label={t('label', values)}
        value={label}
        placeholder={t('labelPlaceholder')}
        autoComplete="off"
        onChange={(event) => setLabel(event.target.value)}
        onKeyDown={onKeyDown}
        className="control min-w-0 flex-1 max-sm:hidden"
      />
      <Button size="sm" variant="primary" onClick={() => void save()}>
        {t('save')}
      </Button>
      <Button size="sm" onClick={onClose} className="max-sm:hidden">
        {common('cancel')}
      </Button>
    </div>
  )
}
