'use client'

import { type ComponentType, useEffect, useState } from 'react'

import { useAfterLoad } from '@/components/ui/use-after-load'

import type { BulkActionsProps } from './bulk-actions'

/** Once loaded it is there at once for every later visit of the page. */
let loaded: ComponentType<BulkActionsProps> | undefined

/** The actions of the bar, fetched after the page has loaded: nothing can be selected before that. */
export function BulkActionsLazy(props: BulkActionsProps) {
  const isAfterLoad = useAfterLoad()
  const [Actions, setActions] = useState(() => loaded)
  useEffect(() => {
    const load = async () => {
      const { BulkActions } = await import('./bulk-actions')
      loaded = BulkActions
      setActions(() => BulkActions)
    }
    if (isAfterLoad) void load()
  }, [isAfterLoad])
  return Actions ? <Actions {...props} /> : null
}
