'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { Select } from '@/components/ui/inputs/select'
import { TagField } from '@/components/ui/inputs/tag-field'
import { isPool, poolNames } from '@/lib/domain/usage/pools'
import { type ConditionOf, MAX_THRESHOLDS } from '@/lib/features/rules/contract/conditions'
import { alertMeasures, spendBases } from '@/lib/features/spend-cap/domain/spend-alert'

import { bareNumber, commonPercents, isThreshold, thresholdIn, unitOf } from '../spend-thresholds'
import type { ConditionProps } from './condition-props'

type Condition = ConditionOf<'spend'>

export function SpendFields({ condition, onChange, form }: ConditionProps<'spend'>) {
  const t = useTranslations('rules.form')
  const pools = useTranslations('rules.pools')
  const thresholds = useThresholds(condition, onChange)
  const { basis, measure, pool } = condition
  const chooseBasis = (value: string) => {
    const next = spendBases.find((each) => each === value) ?? 'cap'
    const isPooled = next === 'pool'
    const poolAndMeasure = { pool: isPooled ? (pool ?? 'wpv') : null, measure: isPooled ? 'actual' : measure } as const
    onChange({ ...condition, ...poolAndMeasure, basis: next, thresholds: thresholds.inUnitOf(next) })
  }
  const choosePool = (value: string) => onChange({ ...condition, pool: isPool(value) ? value : 'wpv' })
  return (
    <>
      <Select
        label={t('basis')}
        options={spendBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
        value={basis}
        onChange={(event) => chooseBasis(event.target.value)}
      />
      {basis === 'pool' ? (
        <Select
          label={t('pool')}
          options={poolNames.map((value) => ({ value, label: pools(value) }))}
          value={pool ?? 'wpv'}
          onChange={(event) => choosePool(event.target.value)}
        />
      ) : (
        <SegmentedControl
          label={t('measure')}
          segments={alertMeasures.map((value) => ({ value, label: t(`measures.${value}`) }))}
          value={measure}
          onChange={(next) => onChange({ ...condition, measure: next })}
        />
      )}
      <TagField
        label={t('thresholds', { unit: basis === 'pln' ? t('zloty') : '%' })}
        hint={t(basis === 'pool' ? 'thresholdsPoolHint' : 'thresholdsHint')}
        error={form.faults.thresholds && t(`faults.thresholds.${form.faults.thresholds}`)}
        values={thresholds.typed}
        onChange={thresholds.change}
        normalize={bareNumber}
        separation="numbers"
        max={MAX_THRESHOLDS}
        describe={(value) => ({
          label: basis === 'pln' ? `${value} ${t('zloty')}` : `${value}%`,
          ...(isThreshold(thresholdIn(value), basis) ? {} : { tone: 'danger', title: t('faults.thresholds.invalid') }),
        })}
      />
    </>
  )
}

const textsOf = (thresholds: readonly number[]): readonly string[] => thresholds.map(String)

/**
 * The typed texts, including invalid ones. They are stored per unit, so that switching back restores them: 80 percent
 * are not 80 złoty.
 */
function useThresholds(condition: Condition, onChange: (condition: Condition) => void) {
  const [typed, setTyped] = useState(() => textsOf(condition.thresholds))
  const [other, setOther] = useState<readonly string[]>()
  const change = (next: readonly string[]) => {
    setTyped(next)
    onChange({ ...condition, thresholds: next.map(thresholdIn) })
  }
  const inUnitOf = (basis: Condition['basis']): number[] => {
    if (unitOf(basis) === unitOf(condition.basis)) return condition.thresholds
    const next = other ?? (unitOf(basis) === 'percent' ? textsOf(commonPercents) : [])
    setOther(typed)
    setTyped(next)
    return next.map(thresholdIn)
  }
  return { typed, change, inUnitOf }
}
