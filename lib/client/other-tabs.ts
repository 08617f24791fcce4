'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ActionName } from '@/lib/client/stale'

import { refreshAfter } from './queries'

const NAME = 'panel-changes'

/** Notifies other tabs of this browser of a change, so that they refetch at once. */
export function notifyOtherTabs(changed: ActionName): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(NAME)
  // A channel is of one origin; the rule means windows.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(changed)
  channel.close()
}

export function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return undefined
    const channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', ({ data }: MessageEvent<ActionName>) => void refreshAfter(client, data))
    return () => channel.close()
  }, [client])
}
