'use client'

import { useMutation } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import type { OperationAnswer } from '@/lib/client/client'

import { contentToSend, type ContentDraft } from '../draft/filter-draft'

export type Coverage = OperationAnswer<'filters.coverage'>

/** Of what a coverage was asked. */
interface Asked {
  readonly content: ContentDraft
  readonly filterId: string | undefined
}

/**
 * What the draft would have caught, asked for once at a time. Who may not edit sees masked numbers, which can be asked for by
 * their filter only.
 */
export function useCoverage(asked: Asked) {
  const { allowed: mayEdit } = usePermission('filters.update')
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationKey: ['filters', 'coverage'],
    mutationFn: async ({ content, filterId }: Asked) => {
      const { call } = await import('@/lib/client/browser')
      const body = mayEdit || filterId === undefined ? { content: contentToSend(content) } : { filter_id: filterId }
      return call('filters.coverage', { body })
    },
  })
  return {
    ask: () => mutate(asked),
    coverage: data,
    error,
    isPending,
    /** The draft was changed after it was asked. */
    isOld: variables !== undefined && variables.content !== asked.content,
  }
}
