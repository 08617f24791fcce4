'use client'

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePageKeys } from '@/components/layout/use-page-keys'
import { Icon } from '@/components/ui/icon'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'

import { focusActiveRow } from '../table/list-focus'

/**
 * `/` focuses the search from anywhere on the page and the down arrow moves to the list. Esc clears the field, then
 * leaves it.
 */
export function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useTranslations('monitors.search')
  const ref = useRef<HTMLInputElement>(null)
  usePageKeys({ '/': () => ref.current?.focus() })
  const [isByFindKey, setIsByFindKey] = useState(false)
  useFindKey(ref, () => setIsByFindKey(true))
  useEffect(() => {
    const input = ref.current
    // A native listener, so that the page's own Esc handler (clear the selection) can see that the key was handled.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' && focusActiveRow()) event.preventDefault()
      if (event.key !== 'Escape') return
      event.preventDefault()
      if (input?.value === '') input.blur()
      else onChange('')
    }
    input?.addEventListener('keydown', onKeyDown)
    return () => input?.removeEventListener('keydown', onKeyDown)
  }, [onChange])
  return (
    <div className="relative w-full sm:w-64">
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
      <input
        ref={ref}
        type="search"
        aria-label={t('label')}
        aria-keyshortcuts="/ Control+F"
        onBlur={() => setIsByFindKey(false)}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="control pl-8! [&::-webkit-search-cancel-button]:hidden"
      />
      {isByFindKey && value === '' && (
        <p role="status" className="absolute top-full left-0 mt-0.5 text-xs text-muted">
          {t('byFindKey')}
        </p>
      )}
      {holdsPersonalNumber(value) && (
        <p className="absolute top-full left-0 mt-0.5 text-xs text-muted">{t('personal')}</p>
      )}
    </div>
  )
}

/**
 * Ctrl+F (⌘F) focuses the list's own search, because only the visible rows are in the DOM and the browser's search
 * would miss the others. In the field the shortcut opens the browser's search as usual.
 */
function useFindKey(field: RefObject<HTMLInputElement | null>, onFocused: () => void): void {
  const notifyFocused = useEffectEvent(onFocused)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)
      const input = field.current
      if (!isFind || event.shiftKey || event.altKey || event.defaultPrevented) return
      if (input === null || document.activeElement === input) return
      if (document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') !== null) return
      event.preventDefault()
      input.focus()
      input.select()
      notifyFocused()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}
