'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { QueryView } from '@/components/layout/query-states'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelCall } from '@/lib/client/browser'

import { ProofForm } from './proof-form'

interface ProofDialogProps {
  /** False: the person closed it. */
  readonly onDone: (isProved: boolean) => void
}

/** Asks by what the person can prove who they are; the call that waits is then made again. */
export function ProofDialog({ onDone }: ProofDialogProps) {
  const t = useTranslations('layout.proof')
  // A question for a passkey is good once: nothing of it is kept for the next time.
  const options = useQuery({
    queryKey: ['panel', 'proof', 'options'],
    queryFn: () => panelCall('proof.options', {}),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog title={t('title')} isOpen onOpenChange={(isOpen) => !isOpen && onDone(false)}>
      <QueryView query={options} skeleton={<SkeletonRows rows={3} />}>
        {(data) =>
          data.is_sso_only ? (
            <Banner tone="info">{t('sso')}</Banner>
          ) : (
            <ProofForm options={data} onProved={() => onDone(true)} onAskAgain={() => void options.refetch()} />
          )
        }
      </QueryView>
    </Dialog>
  )
}
