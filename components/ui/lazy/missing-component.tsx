'use client'

import { useEffect, useId, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { createStore } from '@/lib/domain/store'

import { Button } from '../button'
import { Icon } from '../icon'

/** Ids of all missing components of the page; the first one shows the notice for all. */
const missing = createStore<readonly string[]>([])

function useIsFirst(): boolean {
  const id = useId()
  useEffect(() => {
    missing.write([...missing.read(), id])
    return () => missing.write(missing.read().filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(
    missing.subscribe,
    () => missing.read()[0] === id,
    () => false,
  )
}

/**
 * An overlay, because the missing component may be a dialog. The panel was replaced since the page was opened, or it is
 * unreachable.
 */
export function MissingComponent() {
  const t = useTranslations('common.failed')
  if (!useIsFirst()) return null
  return (
    <div className="fixed inset-x-3 bottom-3 z-50 flex justify-center">
      <div role="alert" className="flex items-center gap-2.5 floating py-1.5 pr-1.5 pl-3">
        <Icon name="alert" className="shrink-0 text-danger-ink" />
        <p className="py-1">{t('part')}</p>
        <Button size="sm" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      </div>
    </div>
  )
}
