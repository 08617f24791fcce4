import type { LedgerTable } from '@/lib/storage/tables'
import type { DaySums, MonthSums } from '@/lib/storage/usage'

type Charged = Pick<LedgerTable, 'pool' | 'register' | 'via' | 'units' | 'overage_units' | 'overage_grosz'>

/** What a charge adds to the counters of its month and its day: the one rule, for charging and for checking. */
export function sumsOf(charge: Charged): { month: MonthSums; day: DaySums } {
  const { pool, register, units, overage_units, overage_grosz } = charge
  const lookups = pool === 'lookups' ? units : 0
  const rdf = pool === 'rdf' ? units : 0
  const pdfs = pool === 'pdf' ? units : 0
  const wpv_checks = pool === 'wpv' ? units : 0
  return {
    month: {
      lookups,
      rdf,
      pdfs,
      overage_units,
      overage_grosz,
      ...inRegister(register, units),
      pdfs_api: charge.via === 'api' ? pdfs : 0,
    },
    day: { lookups, rdf, pdfs, overage_units, overage_grosz, wpv_checks },
  }
}

const inRegister = (register: LedgerTable['register'], units: number) => ({
  rejestr: register === 'rejestr' ? units : 0,
  announcement: register === 'announcement' ? units : 0,
  bzp: register === 'bzp' ? units : 0,
  risk: register === 'risk' ? units : 0,
})
