import { addTo, type ChargeRow, type ChargeSums, usageDayColumns, emptyDay, emptyMonth, monthColumns } from './usage'

export type ChargeEntry = { readonly charge: ChargeRow; readonly sums: ChargeSums }
export type Value = string | number | null
type Row = Readonly<Record<string, Value>>
/** Constant parts of a statement, built once because they are the same for every group of calls. */
type Target = { readonly columns: readonly string[]; readonly start: string; readonly end: string }
type Statement = Target & { readonly rows: readonly Row[] }

export type Write<V = Value> = { readonly sql: string; readonly values: V[] }

/**
 * Writes charges and updates every counter, within the transaction that has locked their months (`lockMonth`). The
 * statements are plain SQL text, because building them for each group costs more than running them.
 */
function toStatements(entered: readonly ChargeEntry[]): Statement[] {
  return [
    { ...ledger, rows: entered.map(({ charge }) => charge) },
    ...counters.map((counter) => ({ ...counter, rows: sumUp(entered, counter) })),
  ]
}

/**
 * For SQLite: one statement per table. Binding a value costs the driver more than writing it, so shared values are
 * bound once and the rest is one JSON text.
 */
export const toSqliteWrites = (entered: readonly ChargeEntry[]): Write[] => toStatements(entered).map(toSqliteWrite)

function toSqliteWrite({ columns, start, rows, end }: Statement): Write {
  const [first = {}] = rows
  const values: Value[] = []
  const varying: string[] = []
  const selected = columns.map((column) => {
    const value = first[column] ?? null
    if (rows.some((row) => row[column] !== value)) return `value ->> ${varying.push(column) - 1}`
    values.push(value)
    return '?'
  })
  values.push(JSON.stringify(rows.map((row) => varying.map((column) => row[column]))))
  // Without a condition, `on conflict` would be parsed as part of a join.
  return { sql: `${start} select ${selected.join(', ')} from json_each(?) where true${end}`, values }
}

/** PostgreSQL types. Counters use the same key columns, and int8 for sums. */
const LEDGER_COLUMNS = {
  account_id: 'text',
  key_id: 'text',
  user_id: 'text',
  via: 'text',
  operation: 'text',
  endpoint: 'text',
  pool: 'text',
  register: 'text',
  calls: 'int8',
  units: 'int8',
  overage_units: 'int8',
  unit_grosz: 'int8',
  overage_grosz: 'int8',
  trial: 'int8',
  at: 'text',
  day: 'text',
  month: 'text',
  request_id: 'text',
} as const satisfies Readonly<Record<keyof ChargeRow, 'text' | 'int8'>>
const typeOf = (column: string): string =>
  (LEDGER_COLUMNS as Readonly<Record<string, string | undefined>>)[column] ?? 'int8'

/**
 * For PostgreSQL: one statement with an array of values per column. Its text is the same for any number of charges, so
 * a connection parses and plans it once.
 */
export function toPostgresWrite(entered: readonly ChargeEntry[]): Write<Value[]> {
  const values: Value[][] = []
  const parts = toStatements(entered).map(({ columns, start, rows, end }, n) => {
    const lists = columns.map((column) => {
      const number = values.push(rows.map((row) => row[column] ?? null))
      return `$${number}::${typeOf(column)}[]`
    })
    return `part_${n} as (${start} select * from unnest(${lists.join(', ')})${end})`
  })
  return { sql: `with ${parts.join(', ')} select 1`, values }
}

const insertInto = (table: string, columns: readonly string[]): Target => ({
  columns,
  start: `insert into ${table} (${columns.join(', ')})`,
  end: '',
})

const ledger = insertInto('ledger', Object.keys(LEDGER_COLUMNS))

type CounterRows = {
  readonly key: readonly (keyof ChargeRow)[]
  readonly rowOf: (charge: ChargeRow) => Row
  readonly sumsOf: (entered: ChargeEntry) => Readonly<Record<string, number>>
}
type Counter = Target & CounterRows

function counter(table: string, columns: readonly string[], rows: CounterRows): Counter {
  const { key } = rows
  const sums = columns
    .filter((column) => !key.some((one) => one === column))
    .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
  const end = ` on conflict (${key.join(', ')}) do update set ${sums.join(', ')}`
  return { ...insertInto(table, columns), ...rows, end }
}

const counters: readonly Counter[] = [
  counter('usage_months', monthColumns, {
    key: ['account_id', 'month'],
    rowOf: ({ account_id, month }) => emptyMonth(account_id, month),
    sumsOf: ({ sums }) => sums.month,
  }),
  counter('usage_days', usageDayColumns, {
    key: ['account_id', 'day'],
    rowOf: ({ account_id, day }) => emptyDay(account_id, day),
    sumsOf: ({ sums }) => sums.day,
  }),
  counter('usage_endpoints', ['account_id', 'month', 'endpoint', 'pool', 'calls', 'units'], {
    key: ['account_id', 'month', 'endpoint', 'pool'],
    rowOf: ({ account_id, month, endpoint, pool }) => ({ account_id, month, endpoint, pool, calls: 0, units: 0 }),
    sumsOf: ({ charge: { calls, units } }) => ({ calls, units }),
  }),
]

type Sum = { readonly charge: ChargeRow; readonly increments: Record<string, number> }

function sumUp(entered: readonly ChargeEntry[], { key, rowOf, sumsOf }: CounterRows): Row[] {
  const sums: Sum[] = []
  for (const entry of entered) {
    const { charge } = entry
    const sum = sums.find((other) => key.every((column) => other.charge[column] === charge[column]))
    if (sum) addTo(sum.increments, sumsOf(entry))
    else sums.push({ charge, increments: { ...sumsOf(entry) } })
  }
  return sums.map(({ charge, increments }) => ({ ...rowOf(charge), ...increments }))
}
