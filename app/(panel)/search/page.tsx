import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { SearchPage } from '@/components/search/search-page'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('search')
  return { title: t('title') }
}

export default async function SearchAddress() {
  const [, messages] = await Promise.all([requireSession(), getMessages(['search'])])
  return (
    <Intl messages={messages}>
      <SearchPage />
    </Intl>
  )
}
