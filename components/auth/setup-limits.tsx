'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import type { UsageLimits } from '@/lib/contract/usage'
import { formatInteger } from '@/lib/domain/format/format'
import { dailyFigures, isPoolFigure, poolByFigure } from '@/lib/domain/usage/pools'

type LimitKey = keyof UsageLimits
export type Limits = Readonly<Record<LimitKey, number | null>>

/** Safe: an object of the contract has exactly its keys. */
const keysOf = (limits: Limits) => Object.keys(limits) as LimitKey[]

interface SetupLimitsProps {
  readonly limits: Limits
  readonly typed: Readonly<Record<string, string>>
  readonly error: string | undefined
}

export function SetupLimits({ limits, typed, error }: SetupLimitsProps) {
  const t = useTranslations('setup.limits')
  return (
    <details className="rounded-lg border px-3 py-2" open={error === undefined ? undefined : true}>
      <summary className="cursor-pointer font-medium">{t('title')}</summary>
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-sm text-muted">{t('text')}</p>
        {error !== undefined && (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
        {keysOf(limits).map((key) => (
          <LimitField key={key} name={key} ofPlan={limits[key]} typed={typed} />
        ))}
      </div>
    </details>
  )
}

interface LimitFieldProps {
  readonly name: LimitKey
  readonly ofPlan: number | null
  readonly typed: Readonly<Record<string, string>>
}

function LimitField({ name, ofPlan, typed }: LimitFieldProps) {
  const t = useTranslations('setup.limits')
  const label = useLimitWord(name)
  const locale = useLocale()
  const [choice, setChoice] = useState(typed[`limit-${name}`] ?? 'plan')
  const isDaily = dailyFigures.some((figure) => figure === name)
  const options = [
    { value: 'plan', label: t('plan', { limit: ofPlan === null ? t('none') : formatInteger(ofPlan, locale) }) },
    ...(isDaily ? [] : [{ value: 'none', label: t('none') }]),
    { value: 'number', label: t('number') },
  ]
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={label}
        name={`limit-${name}`}
        options={options}
        value={choice}
        onChange={({ target: { value } }) => setChoice(value)}
      />
      {choice === 'number' && (
        <TextField
          label={t('amount', { limit: label })}
          isLabelHidden
          name={`amount-${name}`}
          inputMode="numeric"
          defaultValue={typed[`amount-${name}`] ?? ''}
          placeholder={t('amountHint')}
          pattern="[0-9]{1,15}"
          required
        />
      )}
    </div>
  )
}

function useLimitWord(name: LimitKey): string {
  const t = useTranslations('setup.limits')
  const pools = useTranslations('pools')
  return isPoolFigure(name) ? pools(`${poolByFigure[name]}.name`) : t(name)
}
