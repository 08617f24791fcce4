import type { RdfFinancials } from '@/lib/contract/documents'

import type { Rng } from '../rng'

export type StatementFigures = Omit<RdfFinancials, 'document_id' | 'period_start' | 'period_end' | 'currency'>

/**
 * The figures of consecutive years, in whole PLN. Equity grows by each year's profit, and
 * `total_assets = fixed_assets + current_assets = equity + liabilities`.
 */
export function figuresOfYears(random: Rng, shareCapital: number, years: number): StatementFigures[] {
  let revenue = Math.round((80_000 + shareCapital * 4) * (0.4 + random.next() * random.int(1, 24)))
  let equity = shareCapital + Math.round(revenue * random.next() * 0.3)
  let fixedShare = 0.08 + random.next() * 0.6
  return Array.from({ length: years }, () => {
    const figures = figuresOf(random, { revenue, equity, fixedShare })
    ;({ revenue, equity } = figures)
    fixedShare = shareOf(figures)
    return figures
  })
}

/** The figures of the year after that of `last`. */
export const figuresAfter = (random: Rng, before: StatementFigures): StatementFigures =>
  figuresOf(random, { revenue: before.revenue, equity: before.equity, fixedShare: shareOf(before) })

const shareOf = ({ fixed_assets, total_assets }: StatementFigures): number => fixed_assets / Math.max(1, total_assets)

type Before = { readonly revenue: number; readonly equity: number; readonly fixedShare: number }

function figuresOf(random: Rng, before: Before): StatementFigures {
  const revenue = Math.round(before.revenue * (0.82 + random.next() * 0.46))
  const operating_profit = Math.round(revenue * (random.next() * 0.22 - 0.06))
  const net_profit = Math.round(operating_profit * (operating_profit > 0 ? 0.78 : 1))
  const equity = before.equity + net_profit
  const liabilities = Math.round(revenue * (0.05 + random.next() * 0.4)) + Math.max(0, -equity)
  const total_assets = equity + liabilities
  // What is bought and written off moves the parts against one another.
  const fixedShare = Math.min(0.85, Math.max(0.03, before.fixedShare * (0.8 + random.next() * 0.4)))
  const fixed_assets = Math.round(total_assets * fixedShare)
  const current_assets = total_assets - fixed_assets
  return { fixed_assets, current_assets, total_assets, equity, liabilities, revenue, operating_profit, net_profit }
}
