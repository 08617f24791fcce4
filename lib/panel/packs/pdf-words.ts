import { formatDateTime, formatGrosz, formatHundredths, formatInteger, formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { type DayFigure, isPool, isPoolFigure, type Pool, poolByFigure, poolNames } from '@/lib/domain/usage/pools'
import words from '@/messages/pl/pools.json'

import type { PackCheck, PackContent } from './content'

/** What pools are called on paper, which is Polish whoever reads it. Not for the browser, which has the words of its own language. */
export const polishPools = words satisfies Readonly<Record<Pool, unknown>>

export const number = (value: number | null) => (value === null ? 'brak danych' : formatInteger(value, 'pl'))
export const money = (grosz: number | null) => (grosz === null ? 'brak danych' : formatGrosz(grosz, 'pl'))
export const mean = ({ mean_grosz }: PackCheck) => `${formatHundredths(mean_grosz ?? 0, 'pl')} gr`
export const moment = (iso: string) => `${formatDateTime(iso, 'pl')} (czas warszawski)`
export const cap = (pln: number | null | 'unknown') => {
  if (pln === 'unknown') return 'nieznany: panel jeszcze nie obserwował konta'
  return pln === null ? `domyślny, ${formatZloty(DEFAULT_CEILING_PLN, 'pl')}` : formatZloty(pln, 'pl')
}

export const amountsText = ({ amounts: { vat_percent: percent } }: PackContent): string =>
  percent === null ? 'netto (bez VAT)' : `netto (bez VAT); przy kwocie nadwyżki także VAT ${percent}% i brutto`

const overageLabels = { overage_units: 'Ponad plan', overage_grosz: 'Nadwyżka netto' }
/** What a column of the figure is called. */
export const figureLabel = (figure: DayFigure): string =>
  isPoolFigure(figure) ? polishPools[poolByFigure[figure]].short : overageLabels[figure]

/** A pool that this panel does not know has the service's own name. */
export function poolName(pool: string | null): string {
  if (pool === null) return 'bez puli'
  return isPool(pool) ? polishPools[pool].paper : pool
}
export const poolOrder: readonly (string | null)[] = [...poolNames, null]
