'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { useViewer } from '@/components/layout/viewer'
import { formatInteger } from '@/lib/domain/format'

import { creationBlock, type KeyList } from './key-list'

/** The words on the disabled button; undefined when a key can be created. */
export function useCreationBlock(list: KeyList | undefined): string | undefined {
  const t = useTranslations('keys')
  const locale = useLocale()
  const { plan } = useViewer().account
  const facts = useAccountFacts()
  const block = creationBlock(list ?? { items: [] }, facts)
  if (block === undefined) return undefined
  if (block === 'inactive') return t('inactive')
  if (block === 'plan') return t('noAccess', { plan })
  const count = list?.max_active ?? 0
  return t('limit', { count, n: formatInteger(count, locale) })
}
