'use client'

import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import type { PricedCall } from '@/lib/contract/prices'

import { CompanyPicker } from './company-picker'
import { RecentCompanies } from './recent-companies'
import { StatementPrices } from './statement-prices'

/** Where one begins who wants the statements of a company: which one, what was asked before, and what it costs. */
export function Statements({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('statements')
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid items-start gap-4 frame:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <div className="space-y-4">
          <CompanyPicker />
          <RecentCompanies />
        </div>
        <StatementPrices calls={calls} />
      </div>
    </>
  )
}
