'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'

import type { ChosenColumnsProps } from './chosen-columns'

const ChosenColumns = lazyComponent(async () => (await import('./chosen-columns')).ChosenColumns)

type Choice = Pick<ChosenColumnsProps, 'all' | 'chosen' | 'onChoose' | 'onReset'>

interface PreviewToolbarProps extends Choice {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly isMonitored: boolean
  readonly onMonitored: (isMonitored: boolean) => void
}

/** What is looked for, whether only rows of the account's own monitors, and in which columns. */
export function PreviewToolbar({ search, onSearch, isMonitored, onMonitored, ...choice }: PreviewToolbarProps) {
  const t = useTranslations('report-preview')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5">
      <div className="relative w-full sm:w-72">
        <Icon name="search" className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="control pl-8!"
        />
      </div>
      <Checkbox checked={isMonitored} onChange={(event) => onMonitored(event.target.checked)}>
        {t('monitored')}
      </Checkbox>
      <ColumnsButton {...choice} />
      {holdsPersonalNumber(search) && <p className="w-full text-sm text-muted">{t('personalSearch')}</p>}
    </div>
  )
}

function ColumnsButton(choice: Choice) {
  const t = useTranslations('report-preview')
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        ref={trigger}
        size="sm"
        className="sm:ml-auto"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabledReason={choice.all.length === 0 ? t('noColumns') : undefined}
        onClick={() => setIsOpen(true)}
      >
        {t('chooseColumns')}
      </Button>
      {isOpen && <ChosenColumns {...choice} triggerRef={trigger} onClose={() => setIsOpen(false)} />}
    </>
  )
}
