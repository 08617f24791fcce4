'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, useCallback } from 'react'

import { asRoute } from '@/components/layout/as-route'
import { monitorPath } from '@/lib/domain/routes'

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** The way to a monitor's own page; `onClick` of the table does for the links of all rows what Next's link does for one. */
export function useOpenMonitor() {
  const router = useRouter()
  const onOpen = useCallback((id: string) => router.push(asRoute(monitorPath(id))), [router])
  const onClick = useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || !isPlain(event)) return
      event.preventDefault()
      router.push(asRoute(link.pathname))
    },
    [router],
  )
  return { onOpen, onClick }
}
