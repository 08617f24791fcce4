'use client'

import { latePart } from '@/components/ui/late-part'

import type { BulkActionsProps } from './bulk-actions'

const useActions = latePart(() => import('./bulk-actions').then((module) => module.BulkActions))

/** The actions of the bar, fetched after the page has loaded: nothing can be selected before that. */
export function BulkActionsLazy(props: BulkActionsProps) {
  const Actions = useActions()
  return Actions ? <Actions {...props} /> : null
}
