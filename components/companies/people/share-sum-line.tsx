'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { formatHundredths } from '@/lib/domain/format/format'

import { type Relation, sumShares } from './people-groups'

/** `Razem 99,9%, nieznane 0,1%`: what the shares add up to, and what is not accounted for. */
export function ShareSumLine({ relations }: { readonly relations: readonly Relation[] }) {
  const t = useTranslations('companies.people')
  const locale = useLocale()
  const counted = useCountValues()
  const sum = sumShares(relations)
  const percent = (value: number) => t('percent', { value: formatHundredths(value, locale) })
  return (
    <p className="px-4 pt-1 pb-3 text-sm text-muted tabular">
      {sum === undefined ? (
        t('sharesUnsaid')
      ) : (
        <>
          {t('sum', { known: percent(sum.known) })}{' '}
          {sum.rest === undefined ? t('sumOver') : sum.rest > 0 && t('sumRest', { rest: percent(sum.rest) })}{' '}
          {sum.unsaid > 0 && t('sumUnsaid', counted(sum.unsaid))}
        </>
      )}
    </p>
  )
}
