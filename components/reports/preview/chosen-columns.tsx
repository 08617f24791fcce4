'use client'

import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Popover } from '@/components/ui/overlay/popover'

import { useColumnWords } from './use-column-words'

export interface ChosenColumnsProps {
  readonly all: readonly string[]
  readonly chosen: readonly string[]
  readonly onChoose: (columns: readonly string[]) => void
  readonly onReset: () => void
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Selects the columns of the report, in its own order; at least one stays selected. */
export function ColumnChooser({ all, chosen, onChoose, onReset, triggerRef, onClose }: ChosenColumnsProps) {
  const t = useTranslations('report-preview')
  const words = useColumnWords()
  const toggle = (name: string, isOn: boolean) =>
    onChoose(all.filter((each) => (each === name ? isOn : chosen.includes(each))))
  return (
    <Popover label={t('chooseColumns')} triggerRef={triggerRef} onClose={onClose} placement="bottom end">
      <fieldset className="max-h-[60vh] overflow-y-auto">
        <legend className="sr-only">{t('chooseColumns')}</legend>
        {all.map((name) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            disabled={chosen.length === 1 && chosen.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
            className="flex! py-0.5"
          >
            {words(name)}
          </Checkbox>
        ))}
      </fieldset>
      <Button size="sm" className="mt-3" onClick={onReset}>
        {t('usualColumns')}
      </Button>
    </Popover>
  )
}
