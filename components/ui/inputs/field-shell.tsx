'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

/** Ids and ARIA attributes of one control; spread `aria` on the control. */
export interface FieldIds {
  readonly id: string
  readonly labelId: string
  readonly aria: { readonly 'aria-describedby': string | undefined; readonly 'aria-invalid': true | undefined }
}

export interface FieldTexts {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly isOptional?: boolean | undefined
  /** True to expose the label only to screen readers. */
  readonly isLabelHidden?: boolean | undefined
}

interface FieldShellProps extends FieldTexts {
  readonly children: (ids: FieldIds) => ReactNode
}

/** Label, hint and error around any control, with the ids connected. */
export function FieldShell({ label, hint, error, isOptional, isLabelHidden, children }: FieldShellProps) {
  const t = useTranslations('common')
  const id = useId()
  const ids = { hint: `${id}-hint`, error: `${id}-error`, label: `${id}-label` }
  const described = [hint === undefined ? '' : ids.hint, error === undefined ? '' : ids.error].join(' ').trim()
  const aria = {
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': error === undefined ? undefined : true,
  } as const
  return (
    <div className="min-w-0">
      <label
        id={ids.label}
        htmlFor={id}
        className={isLabelHidden === true ? 'sr-only' : 'mb-1.5 flex items-baseline gap-1.5 font-medium'}
      >
        {label}
        {isOptional === true && <span className="text-sm font-normal text-muted">({t('optional')})</span>}
      </label>
      {children({ id, labelId: ids.label, aria })}
      {error !== undefined && (
        <p id={ids.error} role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={ids.hint} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
