/**
 * Definition of a metric, listed in `docs/operations/observability.md`. Durations are in seconds, sizes in bytes, money
 * in grosz.
 */
type Instrument = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  readonly buckets?: readonly number[]
}

const counter = <const L extends readonly string[]>(help: string, ...labels: L) =>
  ({ type: 'counter', help, labels }) as const
const gauge = <const L extends readonly string[]>(help: string, ...labels: L) =>
  ({ type: 'gauge', help, labels }) as const
const histogram = <const L extends readonly string[]>(buckets: readonly number[], help: string, ...labels: L) =>
  ({ type: 'histogram', help, labels, buckets }) as const

const ANSWERS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const STATEMENTS_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const JOBS_S = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800]

/**
 * All of our metrics; Node's are added to them. Labels have few values: the name of an operation, the pattern of a
 * page, a pool, a job, a queue. They never contain an account, a user, a requested path or an address.
 */
export const instruments = {
  registers_build_info: gauge('Always 1; the labels describe the running build', 'version', 'engine', 'schema', 'node'),
  registers_http_requests_total: counter(
    'Answered requests: pages, the panel operations, the proxy of the service (panel port), and the public server of the service',
    'door',
    'route',
    'status',
  ),
  registers_http_request_duration_seconds: histogram(
    ANSWERS_S,
    'Time from the arrival of a request to the end of its answer; on the public server of the service to its first byte',
    'door',
    'route',
  ),
  registers_http_requests_in_progress: gauge('Requests at the panel port that are being answered'),
  registers_units_total: counter(
    'Units in the ledger of this store, of all accounts and processes',
    'pool',
    'endpoint',
  ),
  registers_charged_calls_total: counter('Charged calls in the ledger of this store', 'pool', 'endpoint'),
  registers_overage_units_total: counter('Units in the ledger above those that plans include'),
  registers_overage_grosz_total: counter('Cost of the units above the plans, in grosz'),
  registers_job_runs_total: counter('Runs of periodic jobs in this process', 'job_name', 'outcome'),
  registers_job_duration_seconds: histogram(JOBS_S, 'Duration of runs of periodic jobs in this process', 'job_name'),
  registers_job_last_success_timestamp_seconds: gauge(
    'Time of the last successful run of a job in any process; up to a minute old',
    'job_name',
  ),
  registers_job_last_duration_seconds: gauge('Duration of the last recorded run of a job in any process', 'job_name'),
  registers_job_failures_total: counter(
    'Failed runs of a job in all processes since the store was created',
    'job_name',
  ),
  registers_job_lag_seconds: gauge(
    'Time by which the next successful run of a job is overdue; 0 while it is on time',
    'job_name',
  ),
  registers_queue_waiting: gauge('Entries that wait in a queue of the store', 'queue'),
  registers_queue_oldest_seconds: gauge('Age of the oldest entry in a queue; 0 for an empty queue', 'queue'),
  registers_delivery_attempts_total: counter(
    'Messages to webhooks, Slack and Teams that this process sent',
    'kind',
    'outcome',
  ),
  registers_delivery_duration_seconds: histogram(ANSWERS_S, 'Duration of attempts to deliver messages', 'kind'),
  registers_mail_attempts_total: counter('E-mails that this process handed to the mail server', 'outcome'),
  registers_mail_duration_seconds: histogram(ANSWERS_S, 'Duration of handing an e-mail to the mail server'),
  registers_upstream_requests_total: counter('Calls of the remote service (REGISTERS_API_URL)', 'operation', 'status'),
  registers_upstream_duration_seconds: histogram(
    ANSWERS_S,
    'Time to the first byte of the remote service',
    'operation',
  ),
  registers_storage_duration_seconds: histogram(STATEMENTS_S, 'Duration of statements of the store', 'statement'),
  registers_storage_failures_total: counter('Statements that failed', 'statement'),
  registers_storage_pool_connections: gauge('Connections of this process to PostgreSQL; none on SQLite', 'state'),
  registers_storage_pool_waiting: gauge('Work that waits for a connection to PostgreSQL'),
  registers_storage_size_bytes: gauge('Size of the database; on SQLite of the file and of its write-ahead log', 'part'),
  registers_scrape_failures_total: counter(
    'Scrapes that could not read the store; they contain only the metrics of the process',
  ),
} satisfies Readonly<Record<`registers_${string}`, Instrument>>

export type InstrumentName = keyof typeof instruments
export type InstrumentOfType<T extends Instrument['type']> = {
  [N in InstrumentName]: (typeof instruments)[N]['type'] extends T ? N : never
}[InstrumentName]
type NoLabels = { readonly [name: string]: never }
export type LabelsOf<N extends InstrumentName> = (typeof instruments)[N]['labels'] extends readonly []
  ? NoLabels
  : Readonly<Record<(typeof instruments)[N]['labels'][number], string>>

export const instrumentNames = Object.keys(instruments) as readonly InstrumentName[]
export const instrumentOf = (name: InstrumentName): Instrument => instruments[name]
