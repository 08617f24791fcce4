'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '../viewer'
import { findPage } from './navigation'
import { SectionNav } from './section-nav'
import { UnseenMatches } from './unseen-matches'

const keys = ['bzp', 'bzpMatches', 'bzpAlerts'] as const

/** The pages about tenders, above each of them; whoever may read none of them sees none. */
export function BzpNav() {
  const t = useTranslations('layout')
  const { allowed } = usePermission('bzpMatches.list')
  if (!allowed) return null
  const pages = keys.flatMap((key) => {
    const item = findPage(key)
    return item === undefined
      ? []
      : [{ item, label: t(`bzpNav.${key}`), ...(key === 'bzpMatches' && { extra: <UnseenMatches /> }) }]
  })
  return <SectionNav label={t('pages.bzp')} pages={pages} />
}
