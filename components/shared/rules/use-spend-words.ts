'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatGrosz, formatInteger, formatZloty } from '@/lib/domain/format/format'
import type { ConditionOf } from '@/lib/features/rules/contract/conditions'
import type { ReachedThreshold } from '@/lib/features/rules/contract/rules'

type ThresholdBasis = Pick<ConditionOf<'spend'>, 'measure' | 'basis' | 'pool'>

export function useSpendWords() {
  const t = useTranslations('rules.spend')
  const pools = useTranslations('rules.pools')
  const locale = useLocale()
  const listOf = (basis: ThresholdBasis['basis'], thresholds: readonly number[]): string =>
    thresholds
      .map((each) => (basis === 'pln' ? formatZloty(each, locale) : `${formatInteger(each, locale)}%`))
      .join(', ')
  return {
    listOf,
    /** E.g. `Wydatki: 50%, 80%, 100% limitu`, `Zużycie: 80% jednostek w planie`, `Biała lista VAT: 80% puli`. */
    whatOf: ({ measure, basis, pool }: ThresholdBasis, thresholds: readonly number[]): string => {
      const list = listOf(basis, thresholds)
      if (basis === 'pool') return t('pool', { pool: pool === null ? '' : pools(pool), thresholds: list })
      return t(basis, { measure: t(`${basis === 'included' ? 'units' : 'money'}.${measure}`), thresholds: list })
    },
    /** The amount reached; a dash if the service did not report it. */
    amountOf: ({ basis, grosz, units }: ReachedThreshold): string => {
      if (basis === 'cap' || basis === 'pln') return grosz === null ? '–' : formatGrosz(grosz, locale)
      return units === null ? '–' : t('amount', { units: formatInteger(units, locale) })
    },
  }
}
