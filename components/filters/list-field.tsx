'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { PersonalValue } from '@/components/layout/personal-value'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { TagField } from '@/components/ui/inputs/tag-field'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FilterListName } from '@/lib/contract/filters'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import { FaultList } from './fault-list'
import { findFilterFaults, isTooLong, type ListDiff, type ServiceFaults } from './filter-draft'
import { MAX_LIST_ITEMS, normalizeValue } from './filter-lists'
import { applyShownEdit, shownValues } from './shown-values'
import { splitNames } from './split-names'
import { useFilterFaultText } from './use-fault-text'
import { shownLabel } from './value-label'

const STEP = 120

interface ListFieldProps {
  readonly list: FilterListName
  /** The saved filter; undefined while there is none. */
  readonly filterId: string | undefined
  readonly values: readonly string[]
  readonly saved: readonly string[]
  readonly diff: ListDiff
  readonly refused: ServiceFaults
  readonly onChange: (values: readonly string[]) => void
}

/** One of the eight lists, as chips: bad ones are red, say why, and stand first. */
export function ListField({ list, filterId, values, saved, diff, refused, onChange }: ListFieldProps) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  const toText = useFilterFaultText()
  const [limit, setLimit] = useState(STEP)
  const [isRevealed, setIsRevealed] = useState(false)
  const faults = useMemo(() => findFilterFaults(list, values, refused), [list, values, refused])
  const savedSet = useMemo(() => new Set(saved), [saved])
  const shown = shownValues(values, { saved: savedSet, faults, limit })
  const describe = (value: string) => {
    const fault = faults.get(value)
    const look = lookOf({ list, filterId, value, isRevealed })
    if (fault) return { ...look, tone: 'danger' as const, title: toText(fault) }
    return savedSet.has(value) ? look : { ...look, tone: 'accent' as const }
  }
  const split = (value: string, names: readonly string[]) =>
    onChange([...new Set(values.flatMap((each) => (each === value ? names : [each])))])
  const tooMany = isTooLong(values)
    ? t('editor.tooMany', { max: counted(MAX_LIST_ITEMS).count, count: counted(values.length).count })
    : undefined
  return (
    <div className="min-w-0 py-3">
      <TagField
        label={<ListLabel list={list} count={values.length} diff={diff} />}
        error={tooMany}
        placeholder={t(`placeholders.${list}`)}
        values={shown}
        describe={describe}
        separation={list === 'name' ? 'lines' : 'list'}
        normalize={(text) => normalizeValue(list, text)}
        onChange={(edited) => onChange(applyShownEdit(values, shown, edited))}
      />
      <div className="mt-1 flex flex-wrap gap-2">
        {values.length > shown.length && (
          <Button size="sm" variant="ghost" onClick={() => setLimit(limit + 4 * STEP)}>
            {t('editor.more', { count: counted(values.length - shown.length).count })}
          </Button>
        )}
        {list === 'pesel' && values.some(isTyped) && <RevealButton isRevealed={isRevealed} onChange={setIsRevealed} />}
      </div>
      {list === 'name' && <SplitOffers values={values.filter((value) => !savedSet.has(value))} onSplit={split} />}
      {faults.size > 0 && (
        <FaultList list={list} values={values} faults={faults} isRevealed={isRevealed} onChange={onChange} />
      )}
    </div>
  )
}

function ListLabel({ list, count, diff }: Pick<ListFieldProps, 'list' | 'diff'> & { readonly count: number }) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  return (
    <>
      {t(`lists.${list}`)}
      <span className="text-sm font-normal text-muted tabular">{counted(count).count}</span>
      {diff.added > 0 && <Badge tone="accent">{t('editor.added', { count: counted(diff.added).count })}</Badge>}
      {diff.removed > 0 && <Badge tone="warn">{t('editor.removed', { count: counted(diff.removed).count })}</Badge>}
    </>
  )
}

interface SplitOffersProps {
  /** What was added since the last save. */
  readonly values: readonly string[]
  readonly onSplit: (value: string, names: readonly string[]) => void
}

/** A comma may belong to a name, so only the user can say whether one text was several names. */
function SplitOffers({ values, onSplit }: SplitOffersProps) {
  const t = useTranslations('filters.editor')
  return values.map((value) => {
    const names = splitNames(value)
    if (names === undefined) return null
    return (
      <p key={value} className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
        <span className="min-w-0 break-words text-muted">{t('oneName', { value })}</span>
        <Button size="sm" onClick={() => onSplit(value, names)}>
          {t('split', { count: names.length, names: names.join(' · ') })}
        </Button>
      </p>
    )
  })
}

interface Shown {
  readonly list: FilterListName
  readonly filterId: string | undefined
  readonly value: string
  readonly isRevealed: boolean
}

/** A saved personal number is revealed by itself, and recorded. */
function lookOf({ list, filterId, value, isRevealed }: Shown) {
  const label = shownLabel(list, value, isRevealed)
  if (filterId === undefined || !readSealed(value)) return { label }
  return { label, content: <PersonalValue masked={label} of={{ kind: 'filter', id: filterId, value }} /> }
}

const isTyped = (value: string): boolean => readSealed(value) === undefined

interface RevealButtonProps {
  readonly isRevealed: boolean
  readonly onChange: (isRevealed: boolean) => void
}

/** For what was typed since the last save: it is in this page only, so nothing has to be asked or recorded. */
function RevealButton({ isRevealed, onChange }: RevealButtonProps) {
  const t = useTranslations('filters.editor')
  return (
    <Button size="sm" variant="ghost" aria-pressed={isRevealed} onClick={() => onChange(!isRevealed)}>
      <Icon name={isRevealed ? 'eye-off' : 'eye'} size={14} />
      {t(isRevealed ? 'hide' : 'reveal')}
    </Button>
  )
}
