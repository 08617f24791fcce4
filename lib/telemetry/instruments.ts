/** What a metric is, as `docs/operations/observability.md` lists it. Durations are in seconds, sizes in bytes, money in grosz. */
type Instrument = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels?: readonly string[]
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[]
}

const ANSWERS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const STATEMENTS_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const JOBS_S = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800]

/**
 * Every metric of ours; Node's own are added to them. Labels have few values: the name of an operation, the pattern of a page, a
 * pool, a job, a queue. No label holds an account, a user, a path as it was asked or an address.
 */
export const instruments = {
  registers_build_info: {
    type: 'gauge',
    help: 'Always 1; the labels say what runs',
    labels: ['version', 'engine', 'schema', 'node'],
  },
  registers_http_requests_total: {
    type: 'counter',
    help: 'Answered requests: pages, the panel operations, the proxy of the service (panel port), and the door of the service',
    labels: ['door', 'route', 'status'],
  },
  registers_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the arrival of a request to the end of its answer; at the door of the service to its first byte',
    labels: ['door', 'route'],
    buckets: ANSWERS_S,
  },
  registers_http_requests_in_progress: { type: 'gauge', help: 'Requests at the panel port that are being answered' },
  registers_units_total: {
    type: 'counter',
    help: 'Units in the ledger of this store, of all accounts and processes',
    labels: ['pool', 'endpoint'],
  },
  registers_charged_calls_total: {
    type: 'counter',
    help: 'Charged calls in the ledger of this store',
    labels: ['pool', 'endpoint'],
  },
  registers_overage_units_total: { type: 'counter', help: 'Of the units in the ledger those above what plans include' },
  registers_overage_grosz_total: { type: 'counter', help: 'What the units above the plans cost, in grosz' },
  registers_job_runs_total: {
    type: 'counter',
    help: 'Runs of periodic jobs in this process',
    labels: ['job_name', 'outcome'],
  },
  registers_job_duration_seconds: {
    type: 'histogram',
    help: 'How long runs of periodic jobs took in this process',
    labels: ['job_name'],
    buckets: JOBS_S,
  },
  registers_job_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a job succeeded last, in whichever process; up to a minute old',
    labels: ['job_name'],
  },
  registers_job_last_duration_seconds: {
    type: 'gauge',
    help: 'How long the last recorded run of a job took, in whichever process',
    labels: ['job_name'],
  },
  registers_job_failures_total: {
    type: 'counter',
    help: 'Failed runs of a job in all processes since the store was made',
    labels: ['job_name'],
  },
  registers_job_lag_seconds: {
    type: 'gauge',
    help: 'How much longer than its interval ago a job succeeded last; 0 while it is in time',
    labels: ['job_name'],
  },
  registers_queue_waiting: { type: 'gauge', help: 'What waits in a queue of the store', labels: ['queue'] },
  registers_queue_oldest_seconds: {
    type: 'gauge',
    help: 'Age of what has waited longest in a queue; 0 for an empty one',
    labels: ['queue'],
  },
  registers_delivery_attempts_total: {
    type: 'counter',
    help: 'Messages to webhooks, Slack and Teams that this process sent',
    labels: ['kind', 'outcome'],
  },
  registers_delivery_duration_seconds: {
    type: 'histogram',
    help: 'How long receivers took',
    labels: ['kind'],
    buckets: ANSWERS_S,
  },
  registers_mail_attempts_total: {
    type: 'counter',
    help: 'E-mails that this process handed to the mail server',
    labels: ['outcome'],
  },
  registers_mail_duration_seconds: { type: 'histogram', help: 'How long the mail server took', buckets: ANSWERS_S },
  registers_upstream_requests_total: {
    type: 'counter',
    help: 'Calls of the remote service (REGISTERS_API_URL)',
    labels: ['operation', 'status'],
  },
  registers_upstream_duration_seconds: {
    type: 'histogram',
    help: 'How long the remote service took to its first byte',
    labels: ['operation'],
    buckets: ANSWERS_S,
  },
  registers_storage_duration_seconds: {
    type: 'histogram',
    help: 'How long statements of the store took',
    labels: ['statement'],
    buckets: STATEMENTS_S,
  },
  registers_storage_failures_total: { type: 'counter', help: 'Statements that failed', labels: ['statement'] },
  registers_storage_pool_connections: {
    type: 'gauge',
    help: 'Connections of this process to PostgreSQL; none on SQLite',
    labels: ['state'],
  },
  registers_storage_pool_waiting: { type: 'gauge', help: 'What waits for a connection to PostgreSQL' },
  registers_storage_size_bytes: {
    type: 'gauge',
    help: 'Size of the database; on SQLite of the file and of its write-ahead log',
    labels: ['part'],
  },
  registers_scrape_failures_total: {
    type: 'counter',
    help: 'Scrapes that could not read the store; what they read of the process is there',
  },
} as const satisfies Readonly<Record<`registers_${string}`, Instrument>>

export type InstrumentName = keyof typeof instruments
export type InstrumentOfType<T extends Instrument['type']> = {
  [N in InstrumentName]: (typeof instruments)[N]['type'] extends T ? N : never
}[InstrumentName]
/** Of an instrument without labels. */
type NoLabels = { readonly [name: string]: never }
export type LabelsOf<N extends InstrumentName> = (typeof instruments)[N] extends {
  readonly labels: readonly (infer L extends string)[]
}
  ? Readonly<Record<L, string>>
  : NoLabels

export const instrumentNames = Object.keys(instruments) as readonly InstrumentName[]
export const instrumentOf = (name: InstrumentName): Instrument => instruments[name]
