'use client'

import { useTranslations } from 'use-intl'

import { activeCount, type KeyList } from './key-list'

export function ActiveCount({ list }: { readonly list: KeyList }) {
  const t = useTranslations('keys')
  const active = activeCount(list)
  return typeof list.max_active === 'number'
    ? t('active', { active, max: list.max_active })
    : t('activeOnly', { active })
}
