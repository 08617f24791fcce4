'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

import { shownOrderTypes } from './alert-filter'
import type { ListFieldProps } from './list-field'

const look = (isOn: boolean) =>
  classNames(
    'h-8.5 rounded-md border px-3 transition-colors',
    isOn ? 'border-accent-line bg-accent-soft font-medium text-accent-ink' : 'border-edge/60 text-muted hover:bg-hover',
  )

/** Three kinds, any of them; none chosen means all. */
export function OrderTypeField({ values, onChange, error }: ListFieldProps) {
  const t = useTranslations('bzp')
  const id = useId()
  const toggle = (type: string) =>
    onChange('order_types', values.includes(type) ? values.filter((each) => each !== type) : [...values, type])
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 font-medium">
        {t('fields.order_types.label')}
      </p>
      <div className="flex flex-wrap gap-2">
        {shownOrderTypes.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={values.includes(type)}
            onClick={() => toggle(type)}
            className={look(values.includes(type))}
          >
            {t(`orderTypes.${type}`)}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}
