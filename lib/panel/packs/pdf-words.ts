import { formatDateTime, formatGrosz, formatHundredths, formatInteger, formatZloty } from '@/lib/domain/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/money'

import type { PackCheck, PackContent } from './content'

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

const pools: Readonly<Record<string, string>> = {
  lookups: 'wspólna pula zapytań',
  rdf: 'pula RDF',
  pdf: 'pula PDF',
  wpv: 'biała lista',
}
/** A pool that this panel does not know has the service's own name. */
export const poolName = (pool: string | null): string => (pool === null ? 'bez puli' : (pools[pool] ?? pool))
export const poolOrder: readonly (string | null)[] = [...Object.keys(pools), null]
