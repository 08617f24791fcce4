'use client'

import { useTranslations } from 'use-intl'

import { isRegistersPage, pageKeys } from '@/lib/domain/pages'

import { SectionNav } from './section-nav'

const keys = pageKeys.filter(isRegistersPage)

export function RegistersNav() {
  const t = useTranslations('register-names')
  return <SectionNav label={t('knf.page')} pages={keys.map((key) => ({ key, label: t(`${key}.menu`) }))} />
}
