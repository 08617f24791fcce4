'use client'

import { useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import type { PanelAnswer } from '@/lib/client/client'
import type { PricedCall } from '@/lib/contract/prices'

import { WatchCard } from '../watch/watch-card'
import { KnownParts } from './known-parts'
import { PartsOffer } from './parts-offer'
import { SummaryStrip } from './summary-strip'

interface SummaryTabProps {
  readonly companyAnswer: PanelAnswer<'companies.get'>
  readonly calls: readonly PricedCall[]
}

/** What is free or already paid for, and one press for what is missing. */
export function SummaryTab({ companyAnswer, calls }: SummaryTabProps) {
  const t = useTranslations('companies.summary')
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
      <Card title={t('title')}>
        <SummaryStrip companyAnswer={companyAnswer} />
        <KnownParts parts={companyAnswer.parts} />
        <PartsOffer companyAnswer={companyAnswer} calls={calls} />
      </Card>
      <WatchCard companyAnswer={companyAnswer} />
    </div>
  )
}
