'use client'

import { useTranslations } from 'use-intl'

import { PersonalValue } from '@/components/shared/personal-value'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import type { ListFaults } from '../draft/filter-draft'
import { shownLabel } from '../draft/value-label'
import { FaultEditor } from './fault-editor'
import type { NameOf } from './names'

export interface ListEdits {
  readonly remove: (values: ReadonlySet<string>) => void
  readonly replace: (old: string, text: string) => void
}

/** What the rows of a list have in common. */
export interface RowLook {
  readonly list: FilterListName
  /** The saved filter, where its personal numbers can be revealed. */
  readonly filterId: string | undefined
  readonly saved: ReadonlySet<string>
  readonly faults: ListFaults
  readonly nameOf: NameOf
  readonly isRevealed: boolean
  /** Undefined for who may only look. */
  readonly edits: ListEdits | undefined
}

interface ValueRowProps {
  readonly value: string
  readonly look: RowLook
}

/** One value: itself, whose it is, what is wrong with it, and the way to remove it. */
export function ValueRow({ value, look }: ValueRowProps) {
  const { list, faults, isRevealed, edits } = look
  const fault = faults.get(value)
  const label = shownLabel(list, value, isRevealed)
  return (
    <>
      <div role="gridcell" className="min-w-0 flex-1 py-1">
        {fault !== undefined && edits !== undefined ? (
          <FaultEditor {...{ list, value, label, fault }} onReplace={(text) => edits.replace(value, text)} />
        ) : (
          <PlainValue value={value} label={label} look={look} />
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

function PlainValue({ value, label, look: { filterId, saved, nameOf, edits } }: PlainValueProps) {
  const t = useTranslations('filters.browse')
  const isSealed = filterId !== undefined && readSealed(value) !== undefined
  const name = nameOf(value)
  return (
    <span className="flex min-w-0 items-center gap-2">
      {isSealed ? (
        <PersonalValue masked={label} of={{ kind: 'filter', id: filterId, value }} />
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
  /** False where the keyboard has the keys of the list. */
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
