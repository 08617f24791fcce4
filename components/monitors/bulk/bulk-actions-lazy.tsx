'use client'

import { deferredComponent } from '@/components/ui/lazy/deferred-component'

import type { BulkActionsProps } from './bulk-actions'

/** The actions of the bar, fetched after the page has loaded: nothing can be selected before that. */
export const BulkActionsLazy = deferredComponent<BulkActionsProps>(() =>
  import('./bulk-actions').then((module) => module.BulkActions),
)
