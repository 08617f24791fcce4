'use client'

import { type RefObject, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import { Popover } from '@/components/ui/overlay/popover'
import { foldText } from '@/lib/domain/fold'
import { formatInteger } from '@/lib/domain/format/format'

import type { FacetFilterProps } from './facet'

interface FacetListProps extends Omit<FacetFilterProps, 'chipText'> {
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

const MAX_WITHOUT_SEARCH = 8
/** Further values are found by typing. */
const MAX_SHOWN = 200

/**
 * All values of a facet with the number of monitors each would show. Chosen values stay listed even without matches.
 */
export function FacetList({ label, chosen, onChange, options, hint, triggerRef, onClose }: FacetListProps) {
  const t = useTranslations('monitors.filters')
  const locale = useLocale()
  const [text, setText] = useState('')
  const counted = options()
  const missing = chosen.filter((value) => !counted.some((option) => option.value === value))
  const all = [...missing.map((value) => ({ value, label: value, count: 0 })), ...counted]
  const found = all.filter((option) => foldText(option.label).includes(foldText(text.trim())))
  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))
  return (
    <Popover label={label} triggerRef={triggerRef} onClose={onClose} className="w-72">
      {all.length > MAX_WITHOUT_SEARCH && (
        <TextField
          label={t('facetSearch')}
          isLabelHidden
          placeholder={t('facetSearch')}
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <ul className="-mx-1 mt-2 max-h-72 overflow-y-auto px-1 first:mt-0">
        {found.slice(0, MAX_SHOWN).map((option) => (
          <li key={option.value} className="flex items-center justify-between gap-3 py-0.5">
            <Checkbox
              checked={chosen.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
              className="min-w-0 flex-1"
            >
              <span className="truncate">{option.label}</span>
            </Checkbox>
            <span className="text-sm text-muted tabular">{formatInteger(option.count, locale)}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="mt-1 text-muted">{t(all.length === 0 ? 'facetEmpty' : 'facetNone')}</p>}
      <p className="mt-2 text-xs text-muted">{hint}</p>
    </Popover>
  )
}
