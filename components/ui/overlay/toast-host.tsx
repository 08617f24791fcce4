'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { lazyComponent } from '../lazy/lazy-component'
import { type ToastItem, toastStore } from './toast'

const ToastCard = lazyComponent(async () => (await import('./toast-card')).ToastCard)
const cardsClass = 'flex flex-col items-end'
const noItems: readonly ToastItem[] = []

/**
 * The live regions are rendered from the start, because a region that is added together with its text is not read out.
 * The cards load later, and each is read out once, without the others.
 */
export function ToastHost() {
  const t = useTranslations('common')
  const items = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => noItems)
  const cards = (tone: ToastItem['tone']) =>
    items.filter((item) => item.tone === tone).map((item) => <ToastCard key={item.id} item={item} />)
  return (
    <section
      aria-label={t('notifications')}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 in-[body:has([data-bottom-bar])]:bottom-20"
    >
      <div role="status" aria-atomic={false} className={cardsClass}>
        {cards('success')}
      </div>
      <div role="alert" aria-atomic={false} className={cardsClass}>
        {cards('error')}
      </div>
    </section>
  )
}
