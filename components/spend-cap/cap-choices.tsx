'use client'

import type { Ref } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { RadioGroup, type RadioOption } from '@/components/ui/inputs/radio-group'
import { TextField } from '@/components/ui/inputs/text-field'
import { formatInteger, formatZloty } from '@/lib/domain/format/format'
import { capCoversUnits, ceilingGrosz, DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { wholeCount } from '@/lib/domain/usage/overage'

import { type CapChoice, wholeAmountsAround } from './cap-choice'
import type { useCapForm } from './use-cap-form'
import type { CapMeterAnswer } from './use-meter'

export type CapForm = ReturnType<typeof useCapForm>

interface CapChoicesProps {
  readonly meter: CapMeterAnswer
  readonly form: CapForm
  readonly isDisabled: boolean
  readonly amountRef: Ref<HTMLInputElement>
}

/** None, custom or default, rather than a bare number, because 0 and "no cap" differ. */
export function CapChoices({ meter, form, isDisabled, amountRef }: CapChoicesProps) {
  const t = useTranslations('spend-cap.editor')
  const locale = useLocale()
  const covers = useCovers(meter)
  const options: readonly RadioOption<CapChoice>[] = [
    { value: 'none', label: t('none'), description: t('noneAbout') },
    {
      value: 'own',
      label: t('own'),
      description: t('ownAbout'),
      content: <AmountField form={form} covers={covers} amountRef={amountRef} isDisabled={isDisabled} />,
    },
    {
      value: 'default',
      label: t('default', { cap: formatZloty(DEFAULT_CEILING_PLN, locale) }),
      description: [t('defaultAbout'), covers(null)].filter(Boolean).join(' '),
    },
  ]
  return (
    <RadioGroup
      label={t('legend')}
      isLabelHidden
      options={options}
      value={form.draft.choice}
      onChange={(choice) => form.change({ choice })}
      isDisabled={isDisabled}
    />
  )
}

type Covers = (capPln: number | null) => string | undefined

/** E.g. `≈ 6 250 jednostek po 8 gr`; undefined if units have no price. */
function useCovers(meter: CapMeterAnswer): Covers {
  const t = useTranslations('spend-cap.editor')
  const locale = useLocale()
  const unitGrosz = wholeCount(meter.unit_grosz) ?? 0
  return (capPln) => {
    const units = capCoversUnits(ceilingGrosz(capPln), unitGrosz)
    if (units === null) return undefined
    const price = t('priceGrosz', { count: formatInteger(unitGrosz, locale) })
    return t('covers', { count: units, n: formatInteger(units, locale), price })
  }
}

interface AmountFieldProps extends Pick<CapChoicesProps, 'form' | 'amountRef' | 'isDisabled'> {
  readonly covers: Covers
}

function AmountField({ form, covers, amountRef, isDisabled }: AmountFieldProps) {
  const t = useTranslations('spend-cap.editor')
  const refused = form.fieldError === undefined ? undefined : t('fieldRefused', { message: form.fieldError })
  return (
    <div className="max-w-64">
      <TextField
        ref={amountRef}
        label={t('amount')}
        inputMode="numeric"
        autoComplete="off"
        value={form.draft.amount}
        onChange={(event) => form.change({ amount: event.target.value })}
        error={form.fault === undefined ? refused : t(`faults.${form.fault}`, wholeAmountsAround(form.draft.amount))}
        hint={form.parsed.ok ? covers(form.parsed.capPln) : undefined}
        end={t('currency')}
        disabled={isDisabled}
      />
    </div>
  )
}
