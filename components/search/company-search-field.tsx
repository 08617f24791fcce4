'use client'

import { type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { usePageKeys } from '@/components/layout/use-page-keys'
import { MAX_LETTERS } from '@/components/shared/company-search/company-results'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'

interface CompanySearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Moves the focus to the list; false if there is none. */
  readonly onDown: () => boolean
  readonly onEnter: () => void
}

/**
 * `/` focuses the field from anywhere on the page, the down arrow moves to the list, Enter opens the first company, Esc
 * clears the field.
 */
export function CompanySearchField({ value, onChange, onDown, onEnter }: CompanySearchFieldProps) {
  const t = useTranslations('search')
  const input = useRef<HTMLInputElement>(null)
  usePageKeys({
    '/': () => input.current?.focus(),
    Escape: () => {
      onChange('')
      input.current?.focus()
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' && onDown()) event.preventDefault()
    if (event.key === 'Enter') onEnter()
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (value === '') input.current?.blur()
    else onChange('')
  }
  return (
    <div className="relative">
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        autoFocus
        aria-label={t('label')}
        aria-keyshortcuts="/"
        aria-describedby="search-keys"
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LETTERS}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-13 w-full rounded-t-lg bg-transparent pr-4 pl-11 text-lg outline-offset-[-2px] placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
      />
      <p id="search-keys" className="sr-only">
        {t('keys')}
      </p>
      {value === '' && (
        <span aria-hidden className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 max-sm:hidden">
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  )
}
