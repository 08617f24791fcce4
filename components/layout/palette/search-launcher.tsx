'use client'

import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'

import type { FrameActions, FrameData } from '../frame/frame-data'
import { type Shortcut, useShortcuts } from '../use-shortcuts'

const subscribe = () => () => undefined

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)

/**
 * Shows ⌘K on Apple devices and Ctrl K elsewhere, both in the same width, so that the bar does not shift once the
 * platform is known.
 */
function PaletteKey() {
  const isMac = useSyncExternalStore(subscribe, isApple, () => false)
  return (
    <span className="inline-flex w-11 justify-end">
      <Kbd>{isMac ? '⌘K' : 'Ctrl K'}</Kbd>
    </span>
  )
}

const loadPalette = async () => (await import('./command-palette')).CommandPalette
const CommandPalette = lazyComponent(loadPalette)
const ShortcutHelp = lazyComponent(async () => (await import('./shortcut-help')).ShortcutHelp)

/** The search button with its shortcuts ⌘K and `?`. The dialogs load on first use. */
export function SearchLauncher({ data, actions }: { readonly data: FrameData; readonly actions: FrameActions }) {
  const t = useTranslations('layout.palette')
  const [open, setOpen] = useState<Shortcut>()
  const close = () => setOpen(undefined)
  useShortcuts(setOpen)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
        onPointerEnter={() => preload(loadPalette)}
        onFocus={() => preload(loadPalette)}
        className="inline-flex h-8 items-center gap-2 rounded-full border bg-card px-3 text-muted hover:bg-hover max-frame:size-9 max-frame:justify-center max-frame:rounded-md max-frame:p-0"
      >
        <Icon name="search" className="shrink-0 frame:hidden" />
        <span className="max-frame:sr-only">{t('open')}</span>
        <span aria-hidden className="max-frame:hidden">
          <PaletteKey />
        </span>
      </button>
      {open === 'palette' && (
        <CommandPalette data={data} actions={actions} onClose={close} onHelp={() => setOpen('help')} />
      )}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </>
  )
}
