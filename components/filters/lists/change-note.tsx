'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FilterListName } from '@/lib/domain/filter-lists'

import type { Addition, MergedText } from '../draft/add-texts'
import { valueLabel } from '../draft/value-label'
import { UncomparedPersons } from './uncompared-persons'

export type ListChange =
  | {
      readonly kind: 'added'
      readonly addition: Addition
      readonly title?: string | undefined
      readonly before: readonly string[]
    }
  | { readonly kind: 'removed' | 'mended'; readonly count: number; readonly before: readonly string[] }
  | { readonly kind: 'merged'; readonly merged: MergedText; readonly before: readonly string[] }

interface ChangeNoteProps {
  readonly list: FilterListName
  readonly change: ListChange | undefined
  readonly onUndo: (before: readonly string[]) => void
}

const MAX_SHOWN = 50

/** Reports what was added from a paste, with undo. A single valid value needs no message. */
export function ChangeNote({ list, change, onUndo }: ChangeNoteProps) {
  const t = useTranslations('filters.add')
  const isVisible = change !== undefined && isWorthReporting(change)
  const addition = change?.kind === 'added' ? change.addition : undefined
  return (
    <>
      <div role="status" className={isVisible ? 'mt-1.5 text-sm' : 'sr-only'}>
        {change !== undefined && <ChangeText list={list} change={change} />}
        {isVisible && canUndo(change) && (
          <Button size="sm" variant="ghost" onClick={() => onUndo(change.before)} className="ml-1">
            {t('undo')}
          </Button>
        )}
      </div>
      {addition !== undefined && textsOf(addition) > 1 && <UncomparedPersons list={list} values={addition.values} />}
      {addition !== undefined && addition.merged.length > 0 && <MergedTexts list={list} merged={addition.merged} />}
    </>
  )
}

const textsOf = ({ added, invalid, known, repeated }: Addition): number =>
  added.length + invalid.length + known + repeated

const isWorthReporting = (change: ListChange): boolean =>
  change.kind !== 'added' || textsOf(change.addition) > 1 || change.addition.known > 0 || change.title !== undefined
const canUndo = (change: ListChange): boolean =>
  change.kind !== 'added' || change.addition.added.length + change.addition.invalid.length > 0

function ChangeText({ list, change }: Pick<ChangeNoteProps, 'list'> & { readonly change: ListChange }) {
  const t = useTranslations('filters.add')
  const faults = useTranslations('filters.faults')
  const countValues = useCountValues()
  if (change.kind === 'merged') return t('mergedOne', { value: valueLabel(list, change.merged.value, false) })
  if (change.kind !== 'added') return t(change.kind, countValues(change.count))
  const { added, invalid, known, repeated, reasons } = change.addition
  const reasonTexts = [...reasons].map(([reason, count]) => `${faults(reason)} ${countValues(count).count}`)
  const parts = [
    t('added', countValues(added.length)),
    known > 0 && t('known', countValues(known)),
    repeated > 0 && t('repeated', countValues(repeated)),
    invalid.length > 0 && t('invalid', { ...countValues(invalid.length), reasons: reasonTexts.join(', ') }),
    change.title !== undefined && t('title', { title: change.title }),
  ]
  return <span className="tabular">{parts.filter((part) => part !== false).join(' · ')}</span>
}

/** Lists texts that are other spellings of values in the list, so that the user does not miss them. */
function MergedTexts({ list, merged }: { readonly list: FilterListName; readonly merged: readonly MergedText[] }) {
  const t = useTranslations('filters.add')
  const countValues = useCountValues()
  const more = merged.length - MAX_SHOWN
  return (
    <details className="mt-1 text-sm text-muted">
      <summary className="cursor-pointer">{t('merged', countValues(merged.length))}</summary>
      <ul className="mt-1 max-h-40 overflow-y-auto pl-4 tabular">
        {merged.slice(0, MAX_SHOWN).map(({ text, value }, index) => (
          // The same spelling may have been pasted more than once.
          <li key={index} className="break-words">
            {valueLabel(list, text, false)} = {valueLabel(list, value, false)}
          </li>
        ))}
        {more > 0 && <li>{t('more', countValues(more))}</li>}
      </ul>
    </details>
  )
}
