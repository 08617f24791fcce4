'use client'

import { useTranslations } from 'use-intl'

import type { ConsoleName } from '@/lib/contract/console/console-operations'
import { isListOperation, listOfOperation } from '@/lib/domain/registers/register-rows'

export function useOperationNames(): (name: ConsoleName) => string {
  const t = useTranslations('console')
  const names = useTranslations('register-names')
  return (name) => {
    if (isListOperation(name)) return names(`${listOfOperation[name]}.part`)
    return name === 'msig.issues' ? names('msig.page') : t(`operations.${name}`)
  }
}
