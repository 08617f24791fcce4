'use client'

import type { ComponentProps, ReactNode } from 'react'

import { classNames } from '../class-names'
import { FieldShell, type FieldTexts } from './field-shell'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'>, FieldTexts {
  readonly prefix?: never
  /** Shown muted inside the field: a unit or icon at its start or end. */
  readonly start?: ReactNode
  readonly end?: ReactNode
}

export function TextField({ label, hint, error, isOptional, isLabelHidden, ...props }: TextFieldProps) {
  const { start, end, className, ...input } = props
  return (
    <FieldShell label={label} hint={hint} error={error} isOptional={isOptional} isLabelHidden={isLabelHidden}>
      {({ id, aria }) => (
        <span className="relative block">
          {start !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted">
              {start}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...aria}
            id={id}
            className={classNames('control', start !== undefined && 'pl-8!', end !== undefined && 'pr-10!', className)}
          />
          {end !== undefined && (
            <span className="absolute inset-y-0 right-2.5 flex items-center text-muted">{end}</span>
          )}
        </span>
      )}
    </FieldShell>
  )
}
