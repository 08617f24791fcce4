'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { goToProvider } from '@/lib/client/single-sign-on'

interface ProviderButtonProps {
  readonly provider: string
  readonly from: string
  readonly isOnlyWay: boolean
}

export function ProviderButton({ provider, from, isOnlyWay }: ProviderButtonProps) {
  const t = useTranslations('auth.signIn')
  const [state, setState] = useState<'ready' | 'going' | 'failed'>('ready')
  const go = async () => {
    setState('going')
    try {
      // The server never receives the part of the address after `#`.
      await goToProvider({ from: from.includes('#') ? from : `${from}${window.location.hash}` })
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      {state === 'failed' && <Banner tone="danger">{t('sso.unreachable')}</Banner>}
      <Button variant={isOnlyWay ? 'primary' : undefined} isPending={state === 'going'} onClick={() => void go()}>
        {t('provider', { provider })}
      </Button>
    </>
  )
}
