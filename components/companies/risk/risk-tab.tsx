'use client'

import { useTranslations } from 'use-intl'

import { readKeptAnswer } from '@/lib/client/companies/read-kept-answer'

import type { CompanyTabProps } from '../company-tab'
import { PartNote } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { withIds } from '../part/read-items'
import { LookedAt } from './looked-at'
import { RiskAnswer } from './risk-answer'

/** What speaks against the company, as points with their evidence. */
export function RiskTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('company-registers')
  return (
    <div className="space-y-4">
      <PartView number={number} part="risk" calls={calls} title={t('risk.title')} about={t('risk.about')}>
        {(pages) => {
          const answer = readKeptAnswer('risk.get', withIds(pages[0]?.answer))
          if (answer === undefined) return <PartNote isWarning>{t('unknownShape')}</PartNote>
          return <RiskAnswer number={number} answer={answer} />
        }}
      </PartView>
      <LookedAt />
    </div>
  )
}
