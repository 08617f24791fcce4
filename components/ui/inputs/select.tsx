'use client'

import type { ComponentProps } from 'react'

import { classNames } from '../class-names'
import { Icon } from '../icon'
import { FieldShell, type FieldTexts } from './field-shell'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'children'>, FieldTexts {
  readonly options: readonly SelectOption[]
}

/** The platform's native select, which works everywhere and adds no code. */
export function Select({ label, hint, error, isOptional, isLabelHidden, ...props }: SelectProps) {
  const { options, className, ...select } = props
  return (
    <FieldShell label={label} hint={hint} error={error} isOptional={isOptional} isLabelHidden={isLabelHidden}>
      {({ id, aria }) => (
        <span className="relative block">
          <select {...select} {...aria} id={id} className={classNames('control appearance-none pr-8!', className)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </FieldShell>
  )
}
