'use client'

import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../button'
import { Popover } from '../overlay/popover'
import { Checkbox } from './checkbox'

interface ChoiceGroup<Value extends string> {
  readonly id: string
  readonly title?: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
}

export interface ChoicePopoverProps<Value extends string> {
  readonly label: string
  readonly groups: readonly ChoiceGroup<Value>[]
  readonly values: readonly Value[]
  readonly onChange: (values: readonly Value[]) => void
  readonly triggerRef: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** `ChoiceButton` loads it on the first press. */
export function ChoicePopover<Value extends string>({
  label,
  groups,
  values,
  onChange,
  triggerRef,
  onClose,
}: ChoicePopoverProps<Value>) {
  const t = useTranslations('common')
  const toggled = (value: Value, isOn: boolean) => {
    const all = groups.flatMap(({ options }) => options.map((option) => option.value))
    return all.filter((each) => (each === value ? isOn : values.includes(each)))
  }
  return (
    <Popover label={label} triggerRef={triggerRef} onClose={onClose} className="max-h-[70vh] overflow-y-auto">
      <div className="space-y-3">
        {groups.map(({ id, title, options }) => (
          <fieldset key={id} className="min-w-0">
            <legend className={title === undefined ? 'sr-only' : 'mb-1 text-sm font-medium text-muted'}>
              {title ?? label}
            </legend>
            {options.map((option) => (
              <Checkbox
                key={option.value}
                checked={values.includes(option.value)}
                onChange={(event) => onChange(toggled(option.value, event.target.checked))}
                className="flex! py-0.5"
              >
                <span className="first-letter:uppercase">{option.label}</span>
              </Checkbox>
            ))}
          </fieldset>
        ))}
        {values.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            {t('clearChoice')}
          </Button>
        )}
      </div>
    </Popover>
  )
}
