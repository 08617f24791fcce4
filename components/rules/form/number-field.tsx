'use client'

import { useTranslations } from 'use-intl'

import { TextField } from '@/components/ui/inputs/text-field'

import type { RuleForm } from './use-rule-form'

interface NumberFieldProps {
  /** Required if a kind has several number fields. */
  readonly name?: string
  readonly label: string
  readonly hint: string
  readonly value: number
  readonly max: number
  readonly onChange: (value: number) => void
  readonly form: RuleForm
}

/** A whole number of a rule; NaN while the field is empty. */
export function NumberField({ name, label, hint, value, max, onChange, form }: NumberFieldProps) {
  const t = useTranslations('rules.form.faults')
  const { number } = form.faults
  const fault = number?.field === name ? number : undefined
  return (
    <TextField
      type="number"
      inputMode="numeric"
      label={label}
      hint={hint}
      error={fault && t('number', { min: fault.min, max: fault.max })}
      min={1}
      max={max}
      className="max-w-28"
      value={Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.value === '' ? Number.NaN : Number(event.target.value))}
    />
  )
}
