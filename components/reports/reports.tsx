'use client'

import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'

import { CustomCard } from './custom-card'
import { DailyCard } from './daily-card'
import { personalNoteCookie } from './personal-note-cookie'
import { ReportFilters } from './report-filters'
import { noReportSearch, reportSearchCodec } from './report-search'
import { useDownloads } from './use-downloads'

interface ReportsProps {
  /** The note about personal data was read in this browser session. */
  readonly isNoteSeen: boolean
}

/** Reports that can be downloaded, until when, and those made to order. */
export function Reports({ isNoteSeen }: ReportsProps) {
  const t = useTranslations('reports')
  const { allowed } = usePermission('reports.dailyIndex')
  if (!allowed) return <DeniedPage page="reports" />
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <ReportLists isNoteSeen={isNoteSeen} />
    </>
  )
}

function ReportLists({ isNoteSeen }: ReportsProps) {
  const { search, change } = useAddressSearch(reportSearchCodec)
  const clear = useCallback(() => change(noReportSearch), [change])
  const { allowed } = usePermission('reports.download')
  const downloads = useDownloads()
  return (
    <>
      {allowed && <PersonalDataNote wasSeen={isNoteSeen} />}
      <ReportFilters search={search} onChange={change} onClear={clear} />
      {search.filter !== undefined && <CustomCard filterId={search.filter} downloads={downloads} />}
      <DailyCard search={search} onClear={clear} downloads={downloads} />
      {search.filter === undefined && <CustomCard filterId={undefined} downloads={downloads} />}
    </>
  )
}

/** What a KRZ report carries and what it may be used for; once per browser session, so the cookie has no end of its own. */
function PersonalDataNote({ wasSeen }: { readonly wasSeen: boolean }) {
  const t = useTranslations('reports.personal')
  const [isSeen, setIsSeen] = useState(wasSeen)
  if (isSeen) return null
  const accept = () => {
    document.cookie = `${personalNoteCookie}=1; path=/; samesite=lax`
    setIsSeen(true)
  }
  return (
    <Banner
      tone="info"
      className="mb-4"
      action={
        <Button size="sm" onClick={accept}>
          {t('accept')}
        </Button>
      }
    >
      {t('text')}
    </Banner>
  )
}
