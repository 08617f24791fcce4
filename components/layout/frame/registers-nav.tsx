'use client'

import { useTranslations } from 'use-intl'

import { findPage } from './navigation'
import { SectionNav } from './section-nav'

const keys = ['knf', 'uokik', 'uokikClauses', 'sudop', 'msig'] as const

/** The lists of registers, above each of them. */
export function RegistersNav() {
  const t = useTranslations('layout')
  const pages = keys.flatMap((key) => {
    const item = findPage(key)
    return item === undefined ? [] : [{ item, label: t(`registersNav.${key}`) }]
  })
  return <SectionNav label={t('pages.knf')} pages={pages} />
}
