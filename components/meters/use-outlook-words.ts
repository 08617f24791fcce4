'use client'

import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import type { OperationAnswer } from '@/lib/client/client'
import {
  formatDayMonth,
  formatGrosz,
  formatHundredths,
  formatInteger,
  formatNetGrosz,
  formatNetZloty,
  formatZloty,
} from '@/lib/domain/format/format'
import { type Forecast, forecastGaps } from '@/lib/domain/usage/forecast'
import { aboutPln, type Outlook } from '@/lib/domain/usage/outlook'
import { findRemedy, type Sentence, makeSentences } from '@/lib/domain/usage/outlook-sentences'
import { capInForce } from '@/lib/domain/usage/overage'

import { usePeriodEnd } from './use-period-end'

type Meter = OperationAnswer<'usage.api'>

export function useToPay() {
  const t = useTranslations('meters.outlook')
  const locale = useLocale()
  return ({ payable, spentGrosz }: Outlook): string => {
    if (spentGrosz === undefined) return t('toPayUnknown')
    if (payable.kind === 'nothing') return t('toPayNothing')
    return t('toPay', { amount: formatNetGrosz(spentGrosz, locale) })
  }
}

export function useOutlookWords(meter: Meter) {
  const t = useTranslations('meters.outlook')
  const way = useTranslations('common.payment.way')
  const { allowed } = usePermission('usage.setSpendCap')
  const wordsOf = useSentence(meter)
  const missingForecastReason = useMissingForecastReason(meter)
  return (outlook: Outlook): string => {
    const remedy = findRemedy(outlook, meter, allowed)
    const sentences = makeSentences(outlook, meter).map((sentence) => t(sentence.key, wordsOf(sentence, outlook)))
    return [...sentences, remedy && way(remedy), missingForecastReason(outlook)].filter(Boolean).join(' ')
  }
}

function useSentence(meter: Meter) {
  const locale = useLocale()
  const when = usePeriodEnd(meter.period_end)
  const cap = formatNetZloty(capInForce(meter) / 100, locale)
  // Formats a limit, which is in whole złoty unless more was charged before the cap was lowered.
  const formatLimit = (grosz: number) =>
    grosz % 100 === 0 ? formatNetZloty(grosz / 100, locale) : formatNetGrosz(grosz, locale)
  return (sentence: Sentence, { spentGrosz = 0 }: Outlook): Record<string, string> => ({
    when,
    cap,
    ...('units' in sentence && { units: formatInteger(sentence.units, locale) }),
    ...('at' in sentence && { day: formatDayMonth(sentence.at, locale) }),
    ...('chargedGrosz' in sentence && { charged: formatNetGrosz(sentence.chargedGrosz, locale) }),
    ...('uncappedGrosz' in sentence && { open: formatZloty(Math.ceil(sentence.uncappedGrosz / 100), locale) }),
    ...('grosz' in sentence && {
      most: formatLimit(sentence.grosz),
      about: formatNetZloty(aboutPln(sentence.grosz, spentGrosz), locale),
    }),
    ...('mostGrosz' in sentence && sentence.mostGrosz !== undefined && { most: formatLimit(sentence.mostGrosz) }),
  })
}

/** Why there is no forecast: it is too early, or the answer does not allow one. */
function useMissingForecastReason(meter: Meter) {
  const t = useTranslations('meters.forecast')
  return ({ forecast, standing, isOver }: Outlook): string | undefined => {
    if (forecast !== null || isOver || standing.stop !== null || standing.terms === 'unlimited') return undefined
    const gaps = forecastGaps(meter)
    return gaps.length === 0 ? t('none') : t('gaps', { count: gaps.length, fields: gaps.join(', ') })
  }
}

/** E.g. `22 308 + 6,4 × 1 430 + 2 × 205 ≈ 31 870`, and its cost. */
export function useForecastFormula() {
  const t = useTranslations('meters.forecast')
  const locale = useLocale()
  return ({ used, pace, left, open, spentGrosz, paidFrom, unitGrosz }: Forecast): string => {
    const figures = {
      used: formatInteger(used, locale),
      working: formatHundredths(left.working, locale),
      workingPace: formatInteger(pace.working, locale),
      free: formatHundredths(left.free, locale),
      freePace: formatInteger(pace.free, locale),
      end: formatInteger(open.units, locale),
      spent: formatGrosz(spentGrosz, locale),
      from: formatInteger(paidFrom, locale),
      price: formatGrosz(unitGrosz, locale),
      amount: formatGrosz(open.grosz, locale),
    }
    return t(open.units > paidFrom && unitGrosz > 0 ? 'formulaOver' : 'formula', figures)
  }
}
