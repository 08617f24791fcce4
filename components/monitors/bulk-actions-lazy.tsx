'use client'

import { latePart } from '@/components/ui/late-part'

import type { BulkActionsProps } from './bulk-actions'

/** The actions of the bar, fetched after the page has loaded: nothing can be selected before that. */
export const BulkActionsLazy = latePart<BulkActionsProps>(() =>
  import('./bulk-actions').then((module) => module.BulkActions),
)
