import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { ReportPreview } from '@/components/reports/preview/report-preview'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('report-preview')
  return { title: t('title') }
}

export default async function ReportPreviewPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  await requireSession()
  const id = decodeURIComponent((await params).id)
  return (
    <Intl messages={await getMessages(['report-preview', 'report-downloads', 'reports'])}>
      <ReportPreview id={id} />
    </Intl>
  )
}
