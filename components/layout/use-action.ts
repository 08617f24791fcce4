'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'

import { toast } from '@/components/ui/overlay/toast'
import type { ActionAnswer, ActionInput } from '@/lib/client/browser'
import { act, refreshAfter } from '@/lib/client/queries'
import type { ActionName } from '@/lib/client/stale'
import { isApiError, wasRefused } from '@/lib/domain/api-error'

import { useFailureText } from './use-failure-text'

interface ActionOptions<N extends ActionName> {
  readonly done?: string | undefined | ((answer: ActionAnswer<N>, input: ActionInput<N>) => string | undefined)
  /** Error message, with the reason already formatted for the user; omitted if the caller shows the error. */
  readonly failed?: string | ((reason: string, error: Error) => string)
  /**
   * A 404 counts as success, because another user has already deleted the object. A string is the message to show when
   * `done` needs an answer.
   */
  readonly deletedAsSuccess?: true | string
  readonly onMutate?: (input: ActionInput<N>) => void
  /** Called immediately, before stale queries are refetched. */
  readonly onSuccess?: (answer: ActionAnswer<N>, input: ActionInput<N>) => unknown
  /** Called after stale queries have been refetched. */
  readonly onDone?: (answer: ActionAnswer<N>, input: ActionInput<N>) => unknown
  readonly onError?: (error: Error) => unknown
  /** Called after success or failure, once the refetches have finished. */
  readonly onSettled?: () => unknown
}

/** If the answer was lost, the action may have been executed; after a 404 or 409 the page's data is out of date. */
const isUnsure = (error: Error): boolean =>
  !wasRefused(error) || (isApiError(error) && [404, 409].includes(error.status))

/**
 * Calls an operation of the contract as a user action: shows the result as a message and refetches what the operation
 * `invalidates`. Its answer may be a secret, so it is discarded with the component.
 */
export function useAction<N extends ActionName>(name: N, options: ActionOptions<N> = {}) {
  const { done, failed, deletedAsSuccess, onMutate, onSuccess, onDone, onError, onSettled } = options
  const client = useQueryClient()
  const toText = useFailureText()
  return useMutation<ActionAnswer<N>, Error, ActionInput<N>>({
    mutationFn: (input) => act(name, input),
    gcTime: 0,
    onMutate: (input) => onMutate?.(input),
    onSuccess: async (answer, input) => {
      const text = typeof done === 'function' ? done(answer, input) : done
      if (text !== undefined) toast.success(text)
      await onSuccess?.(answer, input)
      await refreshAfter(client, name)
      await onDone?.(answer, input)
    },
    onError: async (error) => {
      const deletedText = deletedAsSuccess === true ? done : deletedAsSuccess
      if (typeof deletedText === 'string' && isApiError(error) && error.status === 404) toast.success(deletedText)
      else {
        const text = typeof failed === 'function' ? failed(toText(error), error) : failed
        if (text !== undefined) toast.error(text)
      }
      await onError?.(error)
      // The refetch also rolls back an optimistic update.
      if (onMutate !== undefined || isUnsure(error)) void refreshAfter(client, name)
    },
    onSettled: () => onSettled?.(),
  })
}
