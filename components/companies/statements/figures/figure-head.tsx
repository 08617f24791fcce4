'use client'

import { useTranslations } from 'use-intl'

import { knownKind } from '@/lib/domain/statements/kinds'

import { useMonthsText, usePeriodText } from '../period-text'
import type { FigureColumn } from './figure-columns'
import type { AmountUnit } from './use-amount-text'

interface FigureHeadProps {
  readonly column: FigureColumn
  readonly unit: AmountUnit
  readonly onShow: (documentId: string) => void
}

/** Period, months, kind and unit of a column, and the way to its filing. */
export function FigureHead({ column, unit, onShow }: FigureHeadProps) {
  const t = useTranslations('statements.figures')
  const toPeriod = usePeriodText()
  const toMonths = useMonthsText()
  const toUnit = useCurrencyUnit()
  const { year, months, start, end, filing } = column
  const period = toPeriod(start, end)
  return (
    <th scope="col" className="px-3 py-2 text-right align-top font-normal whitespace-nowrap last:pr-4">
      <span className="block font-semibold">{year ?? t('noYear')}</span>
      <span className="block text-sm text-muted">{period ?? t('noPeriod')}</span>
      <span className="block text-sm text-muted">
        {[...(months === undefined ? [] : [toMonths(months)]), toUnit(column.currency, unit)].join(' · ')}
      </span>
      <TypeLine column={column} />
      {filing !== undefined && (
        <button
          type="button"
          onClick={() => onShow(filing.id)}
          aria-label={t('showNamed', { year: year ?? period ?? '' })}
          className="text-sm text-accent-ink underline underline-offset-2"
        >
          {t('show')}
        </button>
      )}
    </th>
  )
}

/** `tys. zł`. A currency as it came, but for the one that everybody writes in two letters. */
function useCurrencyUnit() {
  const t = useTranslations('statements.figures')
  return (currency: string, unit: AmountUnit): string => {
    const word = currency === 'PLN' ? 'zł' : currency
    return unit === 'one' ? word : t('thousandOf', { currency: word })
  }
}

/** What kind of statement it is, as far as its filing says. */
function TypeLine({ column: { filing, replaced } }: Pick<FigureHeadProps, 'column'>) {
  const t = useTranslations('statements.figures')
  if (filing === undefined) return replaced.length > 0 ? <Replacing /> : null
  const isKnown = knownKind(filing.kind_code, filing.kind) !== undefined
  const parts = [
    ...(isKnown || !filing.kind ? [] : [filing.kind]),
    t(filing.ifrs === true ? 'ifrs' : 'polish'),
    ...(filing.correction === true ? [t('correction')] : []),
  ]
  return parts.map((part) => (
    <span key={part} className="ml-auto block max-w-48 text-sm whitespace-normal text-muted">
      {part}
    </span>
  ))
}

function Replacing() {
  const t = useTranslations('statements.figures')
  return <span className="block text-sm text-muted">{t('oneOfSeveral')}</span>
}
