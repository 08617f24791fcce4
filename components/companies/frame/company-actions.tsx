'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Button, LinkButton } from '@/components/ui/button'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import type { PanelAnswer } from '@/lib/client/client'
import { companyPath } from '@/lib/domain/routes'

import type { CompanyTab } from '../company-tabs'
import { EvidenceFace } from '../evidence/evidence-face'
import { WatchButton } from '../watch/watch-button'

/** The buttons beside it stay where they are. */
const EvidencePlace = () => (
  <span aria-hidden className="invisible">
    <Button>
      <EvidenceFace />
    </Button>
  </span>
)

const EvidenceButton = deferredComponent<{ readonly number: string }>(
  async () => (await import('../evidence/evidence-button')).EvidenceButton,
  EvidencePlace,
)

interface CompanyActionsProps {
  /** As it stands in the address. */
  readonly number: string
  readonly found: PanelAnswer<'companies.get'>
  readonly onChange: (tab: CompanyTab) => void
}

/** What is done with the company, in the head of its page. */
export function CompanyActions({ number, found, onChange }: CompanyActionsProps) {
  const t = useTranslations('companies.head')
  return (
    <>
      <EvidenceButton number={number} />
      {found.monitors.length === 0 && <WatchButton found={found} />}
      <LinkButton
        variant="primary"
        href={asRoute(companyPath(number, 'whiteList'))}
        prefetch={false}
        scroll={false}
        onNavigate={(event) => {
          event.preventDefault()
          onChange('whiteList')
        }}
      >
        {t('checkAccount')}
      </LinkButton>
    </>
  )
}
