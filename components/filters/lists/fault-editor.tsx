'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import type { FilterFault } from '../draft/filter-draft'
import { shownLabel } from '../draft/value-label'

/** How many digits there should be. */
const lengths: Partial<Readonly<Record<FilterListName, 'ten' | 'nine' | 'eleven'>>> = {
  krs: 'ten',
  nip: 'ten',
  regon: 'nine',
  pesel: 'eleven',
}

/** What a fault says beside its value. */
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

/** A bad value, to be corrected where it stands. */
export function FaultEditor({ list, value, label, fault, onReplace }: FaultEditorProps) {
  const t = useTranslations('filters.editor')
  const toText = useFilterFaultText(list)
  // A masked value cannot be corrected where it stands, only written anew or removed.
  const start = readSealed(value) ? '' : value
  const [text, setText] = useState(start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && text !== start) onReplace(text)
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
        onBlur={() => text !== start && text.trim() !== '' && onReplace(text)}
        className="h-8 control min-h-8! max-w-56 tabular"
      />
      <span className="text-sm text-danger-ink">{toText(fault)}</span>
      {suggestion !== undefined && (
        <Button size="sm" onClick={() => onReplace(suggestion)}>
          {t('suggestion', { value: shownLabel(list, suggestion, false) })}
        </Button>
      )}
    </form>
  )
}
