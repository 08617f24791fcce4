'use client'

import { useCallback, useRef, useState } from 'react'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { lazyPanelCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

const PurposeDialog = lazyComponent(async () => (await import('./purpose-dialog')).PurposeDialog)

export const needsPurpose = (error: unknown): boolean => isApiError(error) && error.code === 'purpose_required'

/** Several downloads that need a purpose share one dialog. */
export function usePurpose() {
  const [isAsked, setIsAsked] = useState(false)
  const waiting = useRef<((isGiven: boolean) => void)[]>([])
  const ask = useCallback(() => {
    setIsAsked(true)
    return new Promise<boolean>((resolve) => {
      waiting.current.push(resolve)
    })
  }, [])
  const answer = useCallback((isGiven: boolean) => {
    setIsAsked(false)
    for (const resolve of waiting.current.splice(0)) resolve(isGiven)
  }, [])
  /** Opens the dialog unless the session already has a purpose. */
  const ensure = useCallback(
    async (options?: Parameters<typeof lazyPanelCall>[2]): Promise<boolean> => {
      const { given } = await lazyPanelCall('reportDownloads.purpose', {}, options)
      return given !== null || ask()
    },
    [ask],
  )
  return { isAsked, ask, ensure, answer }
}

export type PurposeQuestion = ReturnType<typeof usePurpose>

export const PurposeDialogHost = ({ question: { isAsked, answer } }: { readonly question: PurposeQuestion }) =>
  isAsked ? <PurposeDialog onAnswer={answer} /> : null
