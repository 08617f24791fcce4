'use client'

import { useLocale, useTranslations } from 'use-intl'

import type { SpendAlert } from '@/lib/contract/panel/spend-alerts'
import { formatGrosz, formatInteger, formatZloty } from '@/lib/domain/format/format'

type Rule = Pick<SpendAlert, 'measure' | 'basis'>

/** Thresholds and values in words. */
export function useAlertText() {
  const t = useTranslations('alerts')
  const locale = useLocale()
  const number = (value: number, basis: Rule['basis']) =>
    basis === 'pln' ? formatZloty(value, locale) : `${formatInteger(value, locale)}%`
  return {
    /** `Wydatki: 50%, 80%, 100% limitu`, `Zużycie: 80% jednostek w planie`. */
    rule: ({ measure, basis }: Rule, thresholds: readonly number[]) =>
      t(`rule.${basis}`, {
        measure: t(`${basis === 'included' ? 'measureUnits' : 'measure'}.${measure}`),
        thresholds: thresholds.map((each) => number(each, basis)).join(', '),
      }),
    value: (basis: Rule['basis'], { grosz, units }: { grosz: number | null; units: number | null }) => {
      if (basis === 'included') return units === null ? '–' : t('units', { n: formatInteger(units, locale) })
      return grosz === null ? '–' : formatGrosz(grosz, locale)
    },
  }
}
