import { formatDateTime, formatGrosz, formatHundredths, formatInteger, formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { type DayFigure, isPool, isPoolFigure, type Pool, poolByFigure, poolNames } from '@/lib/domain/usage/pools'
import { wordsIn } from '@/lib/panel/words'
import type { PdfColumn } from '@/lib/pdf/table'
import words from '@/messages/pl/pools.json'

import type { PackCheck, PackContent } from './content'

/** The document is in Polish, regardless of the reader's language. */
export const { words: paper, say: formatPaperText } = wordsIn('pl', 'papers', 'pack')

/** Names of pools in the document. Server only: the browser has the messages of its own language. */
export const polishPools = words satisfies Readonly<Record<Pool, unknown>>

export const number = (value: number | null) => (value === null ? paper.none : formatInteger(value, 'pl'))
export const money = (grosz: number | null) => (grosz === null ? paper.none : formatGrosz(grosz, 'pl'))
export const formatMean = ({ mean_grosz }: PackCheck) => `${formatHundredths(mean_grosz ?? 0, 'pl')} gr`
export const formatMoment = (iso: string) => `${formatDateTime(iso, 'pl')} ${paper.zone}`
export const formatCap = (pln: number | null | 'unknown') => {
  if (pln === 'unknown') return paper.capUnknown
  return pln === null
    ? formatPaperText('capDefault', { amount: formatZloty(DEFAULT_CEILING_PLN, 'pl') })
    : formatZloty(pln, 'pl')
}

export const amountsText = ({ amounts: { vat_percent: percent } }: PackContent): string =>
  percent === null ? paper.net : formatPaperText('netAndGross', { percent: String(percent) })

export const figureLabel = (figure: DayFigure): string =>
  isPoolFigure(figure) ? polishPools[poolByFigure[figure]].short : paper.overage[figure]

/** A pool that this panel does not know is shown with the service's name. */
export function poolName(pool: string | null): string {
  if (pool === null) return paper.noPool
  return isPool(pool) ? polishPools[pool].paper : pool
}
export const poolOrder: readonly (string | null)[] = [...poolNames, null]

type Share = Omit<PdfColumn, 'label'>
export const numberColumn = (width: number): Share => ({ width, isEnd: true })
export const columnsOf = (labels: readonly string[], shares: readonly Share[]): PdfColumn[] =>
  shares.map((share, at) => ({ ...share, label: labels[at] ?? '' }))
