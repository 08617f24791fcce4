'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The first part of a query's key: what a change makes stale. */
type Stale = readonly (readonly string[])[]

const NAME = 'panel-changes'

/** Tells the other tabs of this browser what was changed here, so that they ask again at once. */
export function tellOtherTabs(stale: Stale): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(NAME)
  // A channel is of one origin; the rule means windows.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(stale)
  channel.close()
}

/** Asks again for what another tab has changed. */
export function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return undefined
    const channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', ({ data }: MessageEvent<Stale>) => {
      for (const queryKey of data) void client.invalidateQueries({ queryKey })
    })
    return () => channel.close()
  }, [client])
}
