'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'

/**
 * Of a number in the right form that the free search does not find: what asking may bring and cost. Where the account is refused even
 * that search, only that.
 */
export function UnlistedNote({ isSearched }: { readonly isSearched: boolean }) {
  const t = useTranslations(isSearched ? 'companies.unlisted' : 'companies.unsearched')
  return (
    <Banner tone="warn" className="mb-4">
      <p className="font-medium">{t('title')}</p>
      <p>{t('text')}</p>
    </Banner>
  )
}
