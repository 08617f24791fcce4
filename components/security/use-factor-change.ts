import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { passkeyFailure } from '@/lib/client/passkeys'
import { refreshAfter } from '@/lib/client/queries'

export function useFactorFailureText(): (reason: string, error: unknown) => string {
  const t = useTranslations('security')
  return (reason, error) => {
    const failure = passkeyFailure(error)
    if (failure === undefined) return t('failed', { reason })
    return t(`passkeys.${failure === 'failed' ? 'notMade' : failure}`)
  }
}

export function useFactorChange() {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const failed = useFactorFailureText()
  const toText = useFailureText()
  const change = async (action: () => Promise<void>) => {
    setIsPending(true)
    try {
      await action()
    } catch (error) {
      toast.error(failed(toText(error), error))
    } finally {
      setIsPending(false)
      await refreshAfter(client, 'passkeys.add')
    }
  }
  return { change, isPending }
}
