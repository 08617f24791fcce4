'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Icon } from '../icon'
import { toast, type ToastItem } from './toast'

/** Pauses while the toast is hovered or focused. */
function useCountdown({ id, durationMs }: ToastItem, isPaused: boolean) {
  const remainingMs = useRef(durationMs)
  useEffect(() => {
    if (isPaused || durationMs === 0) return undefined
    const startedAt = Date.now()
    const timer = setTimeout(() => toast.dismiss(id), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(1000, remainingMs.current - (Date.now() - startedAt))
    }
  }, [id, durationMs, isPaused])
}

export function ToastCard({ item }: { readonly item: ToastItem }) {
  const t = useTranslations('common')
  const [isPaused, setIsPaused] = useState(false)
  useCountdown(item, isPaused)
  const pause = () => setIsPaused(true)
  const resume = () => setIsPaused(false)
  const { action } = item
  const act = () => {
    action?.onPress()
    toast.dismiss(item.id)
  }
  return (
    <div
      className="pointer-events-auto mt-2 flex max-w-md min-w-64 items-center gap-2.5 floating py-1.5 pr-1.5 pl-3"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <Icon
        name={item.tone === 'error' ? 'alert' : 'check'}
        className={item.tone === 'error' ? 'shrink-0 text-danger-ink' : 'shrink-0 text-accent-ink'}
      />
      <p className="min-w-0 flex-1 py-1">{item.message}</p>
      {action !== undefined && (
        <button type="button" onClick={act} className="rounded-sm px-2 py-1 font-medium text-accent-ink hover:bg-hover">
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('dismiss')}
        onClick={() => toast.dismiss(item.id)}
        className="grid size-7 place-items-center rounded-sm text-muted hover:bg-hover"
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
