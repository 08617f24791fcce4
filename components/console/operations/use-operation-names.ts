'use client'

import { useTranslations } from 'use-intl'

import type { ConsoleName } from '@/lib/contract/console/console-operations'

export function useOperationNames(): (name: ConsoleName) => string {
  const t = useTranslations('console')
  return (name) => t(`operations.${name}`)
}
