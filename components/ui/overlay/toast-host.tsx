'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { lazyComponent } from '../lazy/lazy-component'
import { type ToastItem, toastStore } from './toast'

const ToastCard = lazyComponent(() => import('./toast-card').then((module) => module.ToastCard))
const none: readonly ToastItem[] = []

/** The live region is there from the start (a region that arrives with its text is not read out); the cards load later. */
export function ToastHost() {
  const t = useTranslations('common')
  const items = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none)
  return (
    <section
      aria-label={t('notifications')}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-end gap-2 in-[body:has([data-bottom-bar])]:bottom-20"
    >
      <p role="status" className="sr-only">
        {items.findLast((item) => item.tone === 'success')?.message}
      </p>
      <p role="alert" className="sr-only">
        {items.findLast((item) => item.tone === 'error')?.message}
      </p>
      {items.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  )
}
