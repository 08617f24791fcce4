'use client'

import { useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/inputs/checkbox'
import { SearchField } from '@/components/ui/inputs/search-field'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PopoverButton } from '@/components/ui/overlay/popover-button'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'

import type { ChosenColumnsProps } from './chosen-columns'

const loadChoice = async () => (await import('./chosen-columns')).ChosenColumns
const ChosenColumns = lazyComponent(loadChoice)

interface PreviewToolbarProps extends Omit<ChosenColumnsProps, 'triggerRef' | 'onClose'> {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly isMonitored: boolean
  readonly onMonitored: (isMonitored: boolean) => void
}

/** What is looked for, whether only rows of the account's own monitors, and in which columns. */
export function PreviewToolbar({ search, onSearch, isMonitored, onMonitored, ...choice }: PreviewToolbarProps) {
  const t = useTranslations('report-preview')
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5">
      <div className="w-full sm:w-72">
        <SearchField label={t('search')} spellCheck={false} maxLength={200} value={search} onChange={onSearch} />
      </div>
      <Checkbox checked={isMonitored} onChange={(event) => onMonitored(event.target.checked)}>
        {t('monitored')}
      </Checkbox>
      <PopoverButton
        triggerRef={trigger}
        size="sm"
        className="sm:ml-auto"
        disabledReason={choice.all.length === 0 ? t('noColumns') : undefined}
        load={loadChoice}
        renderPopover={(close) => <ChosenColumns {...choice} triggerRef={trigger} onClose={close} />}
      >
        {t('chooseColumns')}
      </PopoverButton>
      {holdsPersonalNumber(search) && <p className="w-full text-sm text-muted">{t('personalSearch')}</p>}
    </div>
  )
}
