'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'

import { toast } from '@/components/ui/overlay/toast'
import type { ActionAnswer, ActionInput } from '@/lib/client/browser'
import { act, refreshAfter } from '@/lib/client/queries'
import type { ActionName } from '@/lib/client/stale'
import { isApiError, wasRefused } from '@/lib/domain/api-error'

import { useFailureText } from './use-failure-text'

interface ActionOptions<N extends ActionName> {
  /** Said once it is done. */
  readonly done?: string | undefined | ((answer: ActionAnswer<N>, input: ActionInput<N>) => string | undefined)
  /** Said when it fails; left out where the caller shows the error. Given the reason in words, as every failed call has them. */
  readonly failed?: string | ((reason: string, error: Error) => string)
  /** What is not there was deleted by somebody else, which is what was asked for. A text is said then, where `done` needs an answer. */
  readonly isGoneDone?: true | string
  readonly onMutate?: (input: ActionInput<N>) => void
  /** At once, before what it made stale is asked again. */
  readonly onSuccess?: (answer: ActionAnswer<N>, input: ActionInput<N>) => unknown
  /** Once what it made stale has been asked again. */
  readonly onDone?: (answer: ActionAnswer<N>, input: ActionInput<N>) => unknown
  readonly onError?: (error: Error) => unknown
  /** Done or not, once everything has been asked again. */
  readonly onSettled?: () => unknown
}

/** Lost on its way back it may have been done; refused for what is gone or was changed meanwhile, the page is old. */
const isUnsure = (error: Error): boolean =>
  !wasRefused(error) || (isApiError(error) && [404, 409].includes(error.status))

/**
 * A row of the contract as something that a person does: calls it, says in words what came of it, and asks again for what the row
 * `invalidates`. Its answer, which may be a secret, goes with the component.
 */
export function useAction<N extends ActionName>(name: N, options: ActionOptions<N> = {}) {
  const { done, failed, isGoneDone, onMutate, onSuccess, onDone, onError, onSettled } = options
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
      const gone = isGoneDone === true ? done : isGoneDone
      if (typeof gone === 'string' && isApiError(error) && error.status === 404) toast.success(gone)
      else {
        const text = typeof failed === 'function' ? failed(toText(error), error) : failed
        if (text !== undefined) toast.error(text)
      }
      await onError?.(error)
      // What was shown at once is taken back too.
      if (onMutate !== undefined || isUnsure(error)) void refreshAfter(client, name)
    },
    onSettled: () => onSettled?.(),
  })
}
