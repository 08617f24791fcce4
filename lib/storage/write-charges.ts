import { type Charge, type ChargeSums, emptyDay, emptyMonth } from './usage'

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
    ...COUNTERS.map(({ table, key, rowOf }) => add(table, key, sumUp(entered.map(rowOf), key))),
  ]
}

/** For SQLite: a statement a table. */
export const toSqliteWrites = (entered: readonly Entered[]): Write[] =>
  toStatements(entered).map(({ start, rows, end }) => {
    const values: Value[] = []
    const bind = (value: Value) => (values.push(value), '?')
    const lists = rows.map((row) => `(${Object.values(row).map(bind).join(', ')})`)
    return { sql: `${start} values ${lists.join(', ')}${end}`, values }
  })

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

const COUNTERS = [
  {
    table: 'usage_months',
    key: ['account_id', 'month'],
    rowOf: ({ charge, sums }: Entered): Row => ({ ...emptyMonth(charge.account_id, charge.month), ...sums.month }),
  },
  {
    table: 'usage_days',
    key: ['account_id', 'day'],
    rowOf: ({ charge, sums }: Entered): Row => ({ ...emptyDay(charge.account_id, charge.day), ...sums.day }),
  },
  {
    table: 'usage_endpoints',
    key: ['account_id', 'month', 'endpoint', 'pool'],
    rowOf: ({ charge: { account_id, month, endpoint, pool, calls, units } }: Entered): Row => ({
      account_id,
      month,
      endpoint,
      pool,
      calls,
      units,
    }),
  },
] as const

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
function add(table: string, key: readonly string[], rows: readonly Row[]): Statement {
  const counters = columnsOf(rows).filter((column) => !key.includes(column))
  const sums = counters.map((column) => `${column} = ${table}.${column} + excluded.${column}`)
  return { ...insert(table, rows), end: ` on conflict (${key.join(', ')}) do update set ${sums.join(', ')}` }
}

/** The rows of each key as one, with the sums of their numbers. */
function sumUp(rows: readonly Row[], key: readonly string[]): Row[] {
  const sums = new Map<string, Record<string, Value>>()
  for (const row of rows) {
    const name = key.map((column) => row[column]).join(' ')
    const sum = sums.get(name)
    if (sum) addNumbers(sum, row)
    else sums.set(name, { ...row })
  }
  return [...sums.values()]
}

function addNumbers(sum: Record<string, Value>, by: Row): void {
  for (const [column, more] of Object.entries(by)) {
    const before = sum[column]
    if (typeof before === 'number' && typeof more === 'number') sum[column] = before + more
  }
}
