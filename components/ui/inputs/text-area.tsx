'use client'

import type { ComponentProps } from 'react'

import { classNames } from '../class-names'
import { FieldShell, type FieldTexts } from './field-shell'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & FieldTexts

export function TextArea({ label, hint, error, isOptional, isLabelHidden, className, ...area }: TextAreaProps) {
  return (
    <FieldShell label={label} hint={hint} error={error} isOptional={isOptional} isLabelHidden={isLabelHidden}>
      {({ id, aria }) => (
        <textarea rows={4} {...area} {...aria} id={id} className={classNames('control py-1.5', className)} />
      )}
    </FieldShell>
  )
}
