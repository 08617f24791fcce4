'use client'

import { useSyncExternalStore } from 'react'

import { Kbd } from '@/components/ui/kbd'

const subscribe = () => () => undefined
const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)

/** ⌘K on Apple's machines, Ctrl K elsewhere. Of one width, so that the bar does not move when the browser is known. */
export function PaletteKey() {
  const isMac = useSyncExternalStore(subscribe, isApple, () => false)
  return (
    <span className="inline-flex w-11 justify-end">
      <Kbd>{isMac ? '⌘K' : 'Ctrl K'}</Kbd>
    </span>
  )
}
