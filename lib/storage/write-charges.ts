import { addTo, type Charge, type ChargeSums, emptyDay, emptyMonth } from './usage'

export type Entered = { readonly charge: Charge; readonly sums: ChargeSums }
export type Value = string | number | null
type Row = Readonly<Record<string, Value>>
type Statement = { readonly start: string; readonly rows: readonly Row[]; readonly end: string }

export type Write<V = Value> = { readonly sql: string; readonly values: V[] }

/**
 * What writes charges and moves every counter by them, within the transaction that holds their months (`lockMonth`). The
 * statements are text, because building them for each group of calls costs more than running them.
 */
function toStatements(entered: readonly Entered[]): Statement[] {
  return [
    insert('ledger', entered.map(toLedgerRow)),
    ...COUNTERS.map((counter) => add(counter, sumUp(entered, counter))),
  ]
}

/**
 * For SQLite: a statement a table. Binding a value costs the driver more than writing it, so what all rows share is bound
 * once and the rest comes as one JSON text.
 */
export const toSqliteWrites = (entered: readonly Entered[]): Write[] => toStatements(entered).map(toSqliteWrite)

function toSqliteWrite({ start, rows, end }: Statement): Write {
  const [first = {}] = rows
  const values: Value[] = []
  const varying: string[] = []
  const selected = columnsOf(rows).map((column) => {
    const value = first[column] ?? null
    if (rows.some((row) => row[column] !== value)) return `value ->> ${varying.push(column) - 1}`
    values.push(value)
    return '?'
  })
  values.push(JSON.stringify(rows.map((row) => varying.map((column) => row[column]))))
  // Without a condition, `on conflict` would be read as part of a join.
  return { sql: `${start} select ${selected.join(', ')} from json_each(?) where true${end}`, values }
}

const TEXTS: ReadonlySet<string> = new Set([
  'account_id',
  'key_id',
  'via',
  'operation',
  'endpoint',
  'pool',
  'register',
  'at',
  'day',
  'month',
  'request_id',
])

/**
 * For PostgreSQL: one statement with a list of values for each column. However many charges there are, its text is the
 * same, so that a connection parses and plans it once.
 */
export function toPostgresWrite(entered: readonly Entered[]): Write<Value[]> {
  const values: Value[][] = []
  const parts = toStatements(entered).map(({ start, rows, end }, n) => {
    const lists = columnsOf(rows).map((column) => {
      const number = values.push(rows.map((row) => row[column] ?? null))
      return `$${number}::${TEXTS.has(column) ? 'text' : 'int8'}[]`
    })
    return `part_${n} as (${start} select * from unnest(${lists.join(', ')})${end})`
  })
  return { sql: `with ${parts.join(', ')} select 1`, values }
}

type Counter = {
  readonly table: string
  readonly key: readonly (keyof Charge)[]
  /** Where a charge counts, and by how much. */
  readonly rowOf: (charge: Charge) => Row
  readonly sumsOf: (entered: Entered) => Readonly<Record<string, number>>
}

const COUNTERS: readonly Counter[] = [
  {
    table: 'usage_months',
    key: ['account_id', 'month'],
    rowOf: ({ account_id, month }) => emptyMonth(account_id, month),
    sumsOf: ({ sums }) => sums.month,
  },
  {
    table: 'usage_days',
    key: ['account_id', 'day'],
    rowOf: ({ account_id, day }) => emptyDay(account_id, day),
    sumsOf: ({ sums }) => sums.day,
  },
  {
    table: 'usage_endpoints',
    key: ['account_id', 'month', 'endpoint', 'pool'],
    rowOf: ({ account_id, month, endpoint, pool }) => ({ account_id, month, endpoint, pool, calls: 0, units: 0 }),
    sumsOf: ({ charge: { calls, units } }) => ({ calls, units }),
  },
]

/** Names every column, so that a charge has the same ones whatever made it. */
const toLedgerRow = ({ charge }: Entered): Row => ({
  account_id: charge.account_id,
  key_id: charge.key_id ?? null,
  via: charge.via,
  operation: charge.operation,
  endpoint: charge.endpoint,
  pool: charge.pool,
  register: charge.register ?? null,
  calls: charge.calls,
  units: charge.units,
  overage_units: charge.overage_units,
  unit_grosz: charge.unit_grosz,
  overage_grosz: charge.overage_grosz,
  trial: charge.trial,
  at: charge.at,
  day: charge.day,
  month: charge.month,
  request_id: charge.request_id,
})

const columnsOf = ([row = {}]: readonly Row[]): string[] => Object.keys(row)

const insert = (table: string, rows: readonly Row[]): Statement => ({
  start: `insert into ${table} (${columnsOf(rows).join(', ')})`,
  rows,
  end: '',
})

/** Makes the counters that are not there yet. */
function add({ table, key }: Counter, rows: readonly Row[]): Statement {
  const counters = columnsOf(rows).filter((column) => !key.some((one) => one === column))
  const sums = counters.map((column) => `${column} = ${table}.${column} + excluded.${column}`)
  return { ...insert(table, rows), end: ` on conflict (${key.join(', ')}) do update set ${sums.join(', ')}` }
}

/** A row for each key, with the sums of its charges. */
function sumUp(entered: readonly Entered[], { key, rowOf, sumsOf }: Counter): Row[] {
  const sums = new Map<string, { charge: Charge; by: Record<string, number> }>()
  for (const one of entered) {
    const name = key.map((column) => one.charge[column]).join(' ')
    const sum = sums.get(name)
    if (sum) addTo(sum.by, sumsOf(one))
    else sums.set(name, { charge: one.charge, by: { ...sumsOf(one) } })
  }
  return [...sums.values()].map(({ charge, by }) => ({ ...rowOf(charge), ...by }))
}
