'use client'

import { useTranslations } from 'use-intl'

import type { CompanyTabProps } from '../company-tab'
import { AidCard } from './aid-card'
import { ClausesCard } from './clauses-card'
import { DecisionsCard } from './decisions-card'
import { TendersCard } from './tenders-card'
import { WarningsCard } from './warnings-card'

/** What other registers have on the company. Most of them know it by its name alone. */
export function MentionsTab(tab: CompanyTabProps) {
  const t = useTranslations('company-registers.mentions')
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">{t('byName')}</p>
      <WarningsCard {...tab} />
      <DecisionsCard {...tab} />
      <ClausesCard {...tab} />
      <AidCard {...tab} />
      <TendersCard {...tab} />
    </div>
  )
}
