import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { passkeyFailure } from '@/lib/client/passkeys'
import { refreshAfter } from '@/lib/client/queries'

/** Why a change of the second factor failed, including errors of the browser. */
export function useFactorFailed(): (reason: string, error: unknown) => string {
  const t = useTranslations('security')
  return (reason, error) => {
    const failure = passkeyFailure(error)
    if (failure === undefined) return t('failed', { reason })
    return t(`passkeys.${failure === 'failed' ? 'notMade' : failure}`)
  }
}

/** Adds passkeys one at a time, reports failures and refreshes the page. */
export function useFactorChange() {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const failed = useFactorFailed()
  const toText = useFailureText()
  const change = async (deed: () => Promise<void>) => {
    setIsPending(true)
    try {
      await deed()
    } catch (error) {
      toast.error(failed(toText(error), error))
    } finally {
      setIsPending(false)
      await refreshAfter(client, 'passkeys.add')
    }
  }
  return { change, isPending }
}
