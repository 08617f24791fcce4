'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { PersonalValue } from '@/components/shared/personal-value'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import type { ListFaults, FilterFault } from '../draft/filter-draft'
import { valueLabel } from '../draft/value-label'
import type { NameOf } from './names'

const lengths: Partial<Readonly<Record<FilterListName, 'ten' | 'nine' | 'eleven'>>> = {
  krs: 'ten',
  nip: 'ten',
  regon: 'nine',
  pesel: 'eleven',
}

function useFilterFaultText(list: FilterListName): (fault: FilterFault) => string {
  const t = useTranslations('filters')
  const length = lengths[list]
  return (fault) => {
    if (fault.by === 'service') return fault.message
    if (length !== undefined && fault.code === 'length') return t(`faultsBeside.${length}`)
    if (length !== undefined && fault.code === 'format') return t('faultsBeside.digits')
    return list === 'subject_id' && fault.code === 'format' ? t('faultsBeside.uuid') : t(`faults.${fault.code}`)
  }
}

interface FaultEditorProps {
  readonly list: FilterListName
  readonly value: string
  readonly label: string
  readonly fault: FilterFault
  readonly onReplace: (text: string) => void
}

function FaultEditor({ list, value, label, fault, onReplace }: FaultEditorProps) {
  const t = useTranslations('filters.editor')
  const toText = useFilterFaultText(list)
  // A masked value cannot be edited, only retyped or removed.
  const initialText = readSealed(value) ? '' : value
  const [text, setText] = useState(initialText)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && text !== initialText) onReplace(text)
  }
  const suggestion = fault.by === 'panel' ? fault.suggestion : undefined
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <input
        aria-label={t('fix', { value: label })}
        aria-invalid
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text !== initialText && text.trim() !== '' && onReplace(text)}
        className="h-8 control min-h-8! max-w-56 tabular"
      />
      <span className="text-sm text-danger-ink">{toText(fault)}</span>
      {suggestion !== undefined && (
        <Button size="sm" onClick={() => onReplace(suggestion)}>
          {t('suggestion', { value: valueLabel(list, suggestion, false) })}
        </Button>
      )}
    </form>
  )
}

export interface ListEdits {
  readonly remove: (values: ReadonlySet<string>) => void
  readonly replace: (old: string, text: string) => void
}

export interface RowContext {
  readonly list: FilterListName
  /** The id of the saved filter, if its personal numbers can be revealed. */
  readonly filterId: string | undefined
  readonly saved: ReadonlySet<string>
  readonly faults: ListFaults
  readonly nameOf: NameOf
  readonly isRevealed: boolean
  /** Undefined for read-only users. */
  readonly edits: ListEdits | undefined
}

interface ValueRowProps {
  readonly value: string
  readonly context: RowContext
}

export function ValueRow({ value, context }: ValueRowProps) {
  const { list, faults, isRevealed, edits } = context
  const fault = faults.get(value)
  const label = valueLabel(list, value, isRevealed)
  return (
    <>
      <div role="gridcell" className="min-w-0 flex-1 py-1">
        {fault !== undefined && edits !== undefined ? (
          <FaultEditor {...{ list, value, label, fault }} onReplace={(text) => edits.replace(value, text)} />
        ) : (
          <PlainValue value={value} label={label} context={context} />
        )}
      </div>
      {edits !== undefined && (
        <div role="gridcell" className="shrink-0 self-center">
          <RemoveButton label={label} isTabStop={fault !== undefined} onRemove={() => edits.remove(new Set([value]))} />
        </div>
      )}
    </>
  )
}

interface PlainValueProps extends ValueRowProps {
  readonly label: string
}

function PlainValue({ value, label, context: { filterId, saved, nameOf, edits } }: PlainValueProps) {
  const t = useTranslations('filters.browse')
  const isSealed = filterId !== undefined && readSealed(value) !== undefined
  const name = nameOf(value)
  return (
    <span className="flex min-w-0 items-center gap-2">
      {isSealed ? (
        <PersonalValue masked={label} source={{ kind: 'filter', id: filterId, value }} />
      ) : (
        <span title={label} className="min-w-12 truncate tabular">
          {label}
        </span>
      )}
      {name !== undefined && (
        <span title={name} className="min-w-0 flex-1 truncate text-muted">
          <span aria-hidden>· </span>
          {name}
        </span>
      )}
      {edits !== undefined && !saved.has(value) && <Badge tone="accent">{t('new')}</Badge>}
    </span>
  )
}

interface RemoveButtonProps {
  readonly label: string
  /** False while the list itself handles the keys. */
  readonly isTabStop: boolean
  readonly onRemove: () => void
}

function RemoveButton({ label, isTabStop, onRemove }: RemoveButtonProps) {
  const t = useTranslations('common')
  return (
    <button
      type="button"
      tabIndex={isTabStop ? undefined : -1}
      aria-label={t('remove', { label })}
      onClick={onRemove}
      className="grid size-7 place-items-center rounded-sm text-muted hover:bg-ink/10 hover:text-ink"
    >
      <Icon name="close" size={12} />
    </button>
  )
}
