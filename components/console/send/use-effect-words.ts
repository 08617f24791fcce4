'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import type { ConsoleName } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/kept-inputs'
import { formatNetZloty } from '@/lib/domain/format/format'

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** What a write does to the account, before it is done. */
export function useEffectWords(): (name: ConsoleName, inputs: RequestInputs) => string {
  const t = useTranslations('console.effects')
  const locale = useLocale()
  const counted = useCountValues()
  const capWords = (value: unknown) =>
    typeof value === 'number' ? t('setCap', { amount: formatNetZloty(value, locale) }) : t('defaultCap')
  return (name, { body = {} }) => {
    switch (name) {
      case 'usage.setSpendCap':
        return capWords(body['spend_cap_pln'])
      case 'monitors.create':
        return t('addMonitors', counted(1))
      case 'monitors.bulkCreate':
        return t('addMonitors', counted(sizeOf(body['items'])))
      case 'monitors.bulkTag':
        return t('tagMonitors', counted(sizeOf(body['ids'])))
      default:
        return name in PLAIN ? t(PLAIN[name as keyof typeof PLAIN]) : t('other')
    }
  }
}

const PLAIN = {
  'monitors.update': 'labelMonitor',
  'monitors.delete': 'deleteMonitor',
  'filters.create': 'addFilter',
  'filters.update': 'replaceFilter',
  'filters.delete': 'deleteFilter',
  'reports.create': 'orderReport',
  'reports.delete': 'deleteReport',
} as const
