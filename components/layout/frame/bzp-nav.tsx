'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '../viewer'
import { SectionNav } from './section-nav'
import { UnseenMatches } from './unseen-matches'

const keys = ['bzp', 'bzpMatches', 'bzpAlerts'] as const

export function BzpNav() {
  const t = useTranslations('layout')
  const { allowed } = usePermission('bzpMatches.list')
  if (!allowed) return null
  const pages = keys.map((key) => ({
    key,
    label: t(`bzpNav.${key}`),
    extra: key === 'bzpMatches' && <UnseenMatches />,
  }))
  return <SectionNav label={t('pages.bzp')} pages={pages} />
}
