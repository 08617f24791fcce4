'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelCall } from '@/lib/client/browser'
import { goToProvider } from '@/lib/client/single-sign-on'

import { ProofForm } from './proof-form'

interface ProofDialogProps {
  /** False if the user closed the dialog. */
  readonly onDone: (isProved: boolean) => void
}

/** Lets the user confirm their identity with one of the available methods; the refused call is then repeated. */
export function ProofDialog({ onDone }: ProofDialogProps) {
  const t = useTranslations('layout.proof')
  // A passkey challenge is valid once, so the answer is not cached.
  const options = useQuery({
    queryKey: ['panel', 'proof', 'options'],
    queryFn: () => panelCall('proof.options', {}),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog title={t('title')} onClose={() => onDone(false)}>
      <QueryView query={options} skeleton={<SkeletonRows rows={3} />}>
        {(data) =>
          data.is_sso_only ? (
            <ProviderProof />
          ) : (
            <ProofForm options={data} onProved={() => onDone(true)} onAttemptFailed={() => void options.refetch()} />
          )
        }
      </QueryView>
    </Dialog>
  )
}

/**
 * For users with neither a password nor a second factor here: they confirm at the identity provider and return to this
 * page.
 */
function ProviderProof() {
  const t = useTranslations('layout.proof')
  const [isFailed, setIsFailed] = useState(false)
  const confirmAtProvider = () => {
    const { pathname, search } = window.location
    setIsFailed(false)
    goToProvider({ from: `${pathname}${search}`, proves: true }).catch(() => setIsFailed(true))
  }
  return (
    <div className="space-y-4">
      <p>{t('sso')}</p>
      {isFailed && <Banner tone="danger">{t('failed')}</Banner>}
      <Button variant="primary" onClick={confirmAtProvider}>
        {t('ssoGo')}
      </Button>
    </div>
  )
}
