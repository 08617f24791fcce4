'use client'

import { useTranslations } from 'use-intl'

import { type PageKey, pageKeys, pageOf, type RegistersPageKey } from '@/lib/domain/pages'

import { SectionNav } from './section-nav'

const isOfRegisters = (key: PageKey): key is RegistersPageKey => key === 'knf' || pageOf(key).within === 'knf'
const keys = pageKeys.filter(isOfRegisters)

export function RegistersNav() {
  const t = useTranslations('layout')
  return <SectionNav label={t('pages.knf')} pages={keys.map((key) => ({ key, label: t(`registersNav.${key}`) }))} />
}
