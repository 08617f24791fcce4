'use client'

import { type ReactNode, useId } from 'react'

import { classNames } from '../class-names'

export interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Shown below the label: the consequence of the choice. */
  readonly description?: ReactNode
  /** Shown below the description while the option is chosen: a field that belongs to it. */
  readonly content?: ReactNode
}

interface RadioGroupProps<Value extends string> {
  readonly label: ReactNode
  readonly isLabelHidden?: boolean
  readonly options: readonly RadioOption<Value>[]
  /** Undefined while nothing is chosen. */
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
  readonly error?: string | undefined
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, isLabelHidden = false, options, value, onChange, isDisabled, error } = props
  const name = useId()
  return (
    <fieldset
      disabled={isDisabled}
      aria-describedby={error === undefined ? undefined : `${name}-error`}
      className="min-w-0"
    >
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 font-medium'}>{label}</legend>
      <div className="divide-y overflow-clip rounded-lg border bg-card">
        {options.map((option) => {
          const isChosen = option.value === value
          return (
            <div key={option.value} className={classNames('px-3 py-2.5', isChosen && 'bg-accent-soft/50')}>
              <label className="flex items-start gap-2.5">
                <input
                  type="radio"
                  name={name}
                  value={option.value}
                  checked={isChosen}
                  onChange={() => onChange(option.value)}
                  className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-edge bg-card checked:border-5 checked:border-accent forced-colors:appearance-auto"
                />
                <span className="min-w-0">
                  <span className="block font-medium">{option.label}</span>
                  {option.description !== undefined && (
                    <span className="block text-sm text-muted">{option.description}</span>
                  )}
                </span>
              </label>
              {isChosen && option.content !== undefined && <div className="mt-2 pl-6.5">{option.content}</div>}
            </div>
          )
        })}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}
