'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import type { MonitorRecord } from '../data/monitor-record'
import { keepListFocus } from './list-focus'

interface Edited {
  /** As it was when it was opened: what others change meanwhile does not overwrite what is typed. */
  readonly monitor: MonitorRecord
  /** The row that it stands beside, and that gets the focus back. */
  readonly triggerRef: RefObject<HTMLElement | null>
}

/** Which row is being edited, and which is asked about before it is deleted. Ids are quoted in a selector, and a remote service may make them of anything. */
export function useRowEditor(body: RefObject<HTMLElement | null>, monitors: readonly MonitorRecord[]) {
  const [edited, setEdited] = useState<Edited>()
  const [doomed, setDoomed] = useState<MonitorRecord>()
  const shown = useRef(monitors)
  useEffect(() => {
    shown.current = monitors
  }, [monitors])
  const edit = useCallback(
    (id: string) => {
      const monitor = shown.current.find((each) => each.id === id)
      if (monitor === undefined) return
      const current = body.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null
      setEdited({ monitor, triggerRef: { current } })
    },
    [body],
  )
  const close = useCallback(() => setEdited(undefined), [])
  const askToDelete = () => {
    setDoomed(edited?.monitor)
    close()
  }
  /** The row that had the focus may be gone; the keyboard goes on at the one that took its place. */
  const stopAsking = () => {
    setDoomed(undefined)
    keepListFocus()
  }
  return { edited, edit, close, doomed, askToDelete, stopAsking }
}
