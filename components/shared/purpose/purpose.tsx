'use client'

import { useCallback, useRef, useState } from 'react'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { lazyPanelCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

const PurposeDialog = lazyComponent(async () => (await import('./purpose-dialog')).PurposeDialog)

export const needsPurpose = (error: unknown): boolean => isApiError(error) && error.code === 'purpose_required'

/** Several downloads that need a purpose share one dialog. */
export function usePurpose() {
  const [isOpen, setIsOpen] = useState(false)
  const waiting = useRef<((hasPurpose: boolean) => void)[]>([])
  const askForPurpose = useCallback(() => {
    setIsOpen(true)
    return new Promise<boolean>((resolve) => {
      waiting.current.push(resolve)
    })
  }, [])
  const answer = useCallback((hasPurpose: boolean) => {
    setIsOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(hasPurpose)
  }, [])
  /** Opens the dialog unless the session already has a purpose. */
  const ensure = useCallback(
    async (options?: Parameters<typeof lazyPanelCall>[2]): Promise<boolean> => {
      const { given } = await lazyPanelCall('reportDownloads.purpose', {}, options)
      return given !== null || askForPurpose()
    },
    [askForPurpose],
  )
  return { isOpen, ask: askForPurpose, ensure, answer }
}

export type PurposeQuestion = ReturnType<typeof usePurpose>

export const PurposeDialogHost = ({ question: { isOpen, answer } }: { readonly question: PurposeQuestion }) =>
  isOpen ? <PurposeDialog onAnswer={answer} /> : null
