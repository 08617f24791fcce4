import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { passkeyFailure } from '@/lib/client/passkeys'

/** Does one thing at a time, says why it failed, and has the page follow. */
export function useFactorChange() {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const toReason = useReason()
  const change = async (deed: () => Promise<void>) => {
    setIsPending(true)
    try {
      await deed()
    } catch (error) {
      toast.error(toReason(error))
    } finally {
      setIsPending(false)
      await client.invalidateQueries({ queryKey: ['panel', 'secondFactor'] })
    }
  }
  return { change, isPending }
}

function useReason(): (error: unknown) => string {
  const t = useTranslations('security')
  const toFailure = useFailureText()
  return (error) => {
    const failure = passkeyFailure(error)
    if (failure === undefined) return t('failed', { reason: toFailure(error) })
    return t(`passkeys.${failure === 'failed' ? 'notMade' : failure}`)
  }
}
