import type { LedgerTable } from '@/lib/storage/tables'
import type { DaySums, MonthSums } from '@/lib/storage/usage'

type Charged = Pick<
  LedgerTable,
  'pool' | 'register' | 'via' | 'units' | 'calls' | 'overage_units' | 'overage_grosz' | 'trial'
>

/** What a charge adds to the counters of its month and its day: the one rule, for charging and for checking. */
export function sumsOf(charge: Charged): { month: MonthSums; day: DaySums } {
  const { pool, register, units, overage_units, overage_grosz } = charge
  const inPool = (asked: LedgerTable['pool']) => (pool === asked ? units : 0)
  const inRegister = (asked: LedgerTable['register']) => (register === asked ? units : 0)
  const common = {
    lookups: inPool('lookups'),
    rdf: inPool('rdf'),
    pdfs: inPool('pdf'),
    overage_units,
    overage_grosz,
  }
  return {
    month: {
      ...common,
      rejestr: inRegister('rejestr'),
      announcement: inRegister('announcement'),
      bzp: inRegister('bzp'),
      risk: inRegister('risk'),
      pdfs_api: charge.via === 'api' ? inPool('pdf') : 0,
      trial_requests: charge.trial === 1 ? charge.calls : 0,
    },
    day: { ...common, wpv_checks: inPool('wpv') },
  }
}
