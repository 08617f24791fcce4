'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { TagField } from '@/components/ui/tag-field'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FilterList } from '@/lib/contract/filters'
import { personalDataRoles } from '@/lib/contract/operation'

import { FaultList } from './fault-list'
import { faultsOf, isTooLong, type ListDiff, type ServiceFaults } from './filter-draft'
import { MAX_LIST_ITEMS, normalizeValue } from './filter-lists'
import { applyShownEdit, shownValues } from './shown-values'
import { useFaultText } from './use-fault-text'
import { shownLabel } from './value-label'

const STEP = 120

interface ListFieldProps {
  readonly list: FilterList
  readonly values: readonly string[]
  readonly saved: readonly string[]
  readonly diff: ListDiff
  readonly refused: ServiceFaults
  readonly onChange: (values: readonly string[]) => void
}

/** One of the eight lists, as chips: bad ones are red, say why, and stand first. */
export function ListField({ list, values, saved, diff, refused, onChange }: ListFieldProps) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  const toText = useFaultText()
  const [limit, setLimit] = useState(STEP)
  const [isRevealed, setIsRevealed] = useState(false)
  const faults = useMemo(() => faultsOf(list, values, refused), [list, values, refused])
  const savedSet = useMemo(() => new Set(saved), [saved])
  const shown = shownValues(values, { saved: savedSet, faults, limit })
  const describe = (value: string) => {
    const fault = faults.get(value)
    const label = shownLabel(list, value, isRevealed)
    if (fault) return { label, tone: 'danger' as const, title: toText(fault) }
    return savedSet.has(value) ? { label } : { label, tone: 'accent' as const }
  }
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
        normalize={(text) => normalizeValue(list, text)}
        onChange={(edited) => onChange(applyShownEdit(values, shown, edited))}
      />
      <div className="mt-1 flex flex-wrap gap-2">
        {values.length > shown.length && (
          <Button size="sm" variant="ghost" onClick={() => setLimit(limit + 4 * STEP)}>
            {t('editor.more', { count: counted(values.length - shown.length).count })}
          </Button>
        )}
        {list === 'pesel' && values.length > 0 && <RevealButton isRevealed={isRevealed} onChange={setIsRevealed} />}
      </div>
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

interface RevealButtonProps {
  readonly isRevealed: boolean
  readonly onChange: (isRevealed: boolean) => void
}

/** For other roles the numbers come masked from the server already, so there is nothing to reveal. */
export function RevealButton({ isRevealed, onChange }: RevealButtonProps) {
  const t = useTranslations('filters.editor')
  const denied = useTranslations('layout')
  const { role } = useViewer()
  const isAllowed = personalDataRoles.includes(role)
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={isRevealed}
      disabledReason={isAllowed ? undefined : denied('denied', { role: denied(`roles.${role}`) })}
      onClick={() => onChange(!isRevealed)}
    >
      <Icon name={isRevealed ? 'eye-off' : 'eye'} size={14} />
      {t(isRevealed ? 'hide' : 'reveal')}
    </Button>
  )
}
