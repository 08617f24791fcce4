import type { Month } from '../calendar'
import { wholeCount } from '../usage/overage'
import { type DayFigure, poolFigure, poolNames, pools } from '../usage/pools'
import type { ValuedColumn } from './file-table'

type FileDay = { readonly date: string } & { readonly [F in DayFigure]?: number | null | undefined }

/** All lookups minus those above the plan. */
function includedOf(day: FileDay): number | undefined {
  const [lookups, overage] = [wholeCount(day.lookups), wholeCount(day.overage_units)]
  return lookups === undefined || overage === undefined || overage > lookups ? undefined : lookups - overage
}

/** The description of a pool's column is among the messages of the pool. */
const poolColumns = poolNames.map((pool) => ({
  name: pools[pool].fileColumn,
  pool,
  kind: 'number' as const,
  width: 16,
  value: (day: FileDay) => day[poolFigure(pool)],
}))

/** Columns of a day: units of each pool, and the amount in grosz and in złoty. */
export const dayFileColumns = [
  { name: 'data', kind: 'day', width: 12, value: ({ date }: FileDay) => date },
  ...poolColumns,
  { name: 'nadwyzka_jednostki', kind: 'number', width: 20, value: (day: FileDay) => day.overage_units },
  { name: 'nadwyzka_grosze', kind: 'number', width: 20, value: (day: FileDay) => day.overage_grosz },
  { name: 'nadwyzka_pln', kind: 'hundredths', width: 20, value: (day: FileDay) => day.overage_grosz },
  { name: 'zapytania_w_planie', kind: 'number', width: 20, value: includedOf },
] as const satisfies readonly ValuedColumn<FileDay>[]

export type EndpointLine = {
  readonly month: Month
  readonly endpoint: string
  readonly pool: string | null | undefined
  readonly calls: number | null | undefined
  readonly units: number | null | undefined
  /** Share of the pool's units, 0 to 1. */
  readonly share: number | undefined
}

/** In hundredths of a percent. */
const percentOf = ({ share }: EndpointLine) => (share === undefined ? undefined : Math.round(share * 10_000))

export const endpointColumns = [
  { name: 'miesiac', kind: 'month', width: 12, value: ({ month }: EndpointLine) => month },
  { name: 'endpoint', kind: 'text', width: 36, value: ({ endpoint }: EndpointLine) => endpoint },
  { name: 'pula', kind: 'text', width: 12, value: ({ pool }: EndpointLine) => pool },
  { name: 'wywolania', kind: 'number', width: 14, value: ({ calls }: EndpointLine) => calls },
  { name: 'jednostki', kind: 'number', width: 14, value: ({ units }: EndpointLine) => units },
  { name: 'udzial_w_puli_procent', kind: 'hundredths', width: 22, value: percentOf },
] as const satisfies readonly ValuedColumn<EndpointLine>[]
