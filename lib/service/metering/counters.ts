import { pools, unusedDay, unusedMonth } from '@/lib/domain/usage/pools'
import type { LedgerTable } from '@/lib/storage/charging/tables'
import type { DaySums, MonthSums } from '@/lib/storage/charging/usage'

type Charged = Pick<LedgerTable, 'pool' | 'register' | 'via' | 'units' | 'overage_units' | 'overage_grosz'>

/** What a charge adds to the counters of its month and its day: the one rule, for charging and for checking. */
export function toChargeSums(charge: Charged): { month: MonthSums; day: DaySums } {
  const { pool, register, units, overage_units, overage_grosz } = charge
  const counted = pools[pool]
  // Every charge comes by here: one copy each, and then only what moves.
  const month: MonthSums = { ...unmovedMonth }
  month.overage_units = overage_units
  month.overage_grosz = overage_grosz
  if (counted.reset === 'monthly') month[counted.figure] = units
  if (register !== null) month[register] = units
  if (pool === 'pdf' && charge.via === 'api') month.pdfs_api = units
  const day: DaySums = { ...unusedDay }
  day.overage_units = overage_units
  day.overage_grosz = overage_grosz
  day[counted.figure] = units
  return { month, day }
}

const unmovedMonth: MonthSums = { ...unusedMonth, pdfs_api: 0 }
