import * as z from 'zod'

import { MIN_PASSWORD_LENGTH } from '@/lib/domain/password-rules'
import {
  type SingleSignOn,
  singleSignOnProblem,
  singleSignOnVariables,
  toSingleSignOn,
} from '@/lib/features/single-sign-on/single-sign-on-env'
import { NO_PROXIES, readTrustedProxies, type TrustedProxies } from '@/lib/http/addresses'
import { readPostgresUrl } from '@/lib/storage/engine/postgres-address'
import { DEFAULT_POOL_SIZE, DEFAULT_STATEMENT_TIMEOUT_S } from '@/lib/storage/limits'

import { readSender, type Sender } from './mail/sender'
import { type AllowedNetworks, NO_NETWORKS, readAllowedNetworks } from './outgoing/allowed-networks'
import { type OutgoingProxy, outgoingProxyOf, readBypass, readProxyAddress } from './outgoing/outgoing-proxy'

/** All settings of an operator, read and checked once per process. */
export type Env = {
  readonly port: number
  readonly apiPort: number
  readonly host: string
  /** Holds the SQLite file, report files and generated secrets. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Maximum number of connections to PostgreSQL. */
  readonly poolSize: number
  /** Limit for a PostgreSQL statement that a call waits for. */
  readonly statementTimeoutSeconds: number
  /** Address that people use, e.g. behind a reverse proxy. Undefined: the Host of the request. */
  readonly panelUrl: string | undefined
  /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  readonly trustedProxies: TrustedProxies
  /** Address under which callers reach the embedded service, without `/v1`. Undefined: the Host of the request. */
  readonly publicApiUrl: string | undefined
  /** Where an owner renews the plan or asks for another one: a web address or `mailto:`. */
  readonly providerUrl: string | undefined
  /** Undefined: one is generated and stored in `dataDir`. */
  readonly panelSecret: string | undefined
  /** Earlier panel secret; only used for decryption. */
  readonly previousPanelSecret: string | undefined
  /** Protects the audit log from being rewritten. Undefined: one is generated and stored in `dataDir`. */
  readonly auditKey: string | undefined
  /** Where anchors of the audit log are appended. */
  readonly auditAnchorFile: string | undefined
  /** A remote service instead of the embedded one. */
  readonly remote: { readonly url: string; readonly apiKey: string; readonly proxy?: OutgoingProxy } | undefined
  /** Undefined: alerts are only listed in the panel, not mailed. */
  readonly smtp: { readonly url: string; readonly from: Sender } | undefined
  /** Private hosts and networks that channels and archives may use. */
  readonly deliveryNetworks: AllowedNetworks
  readonly outgoingProxy: OutgoingProxy
  /** OpenID Connect provider; undefined: only local sign-in. */
  readonly singleSignOn: SingleSignOn | undefined
  /** Whether people may sign in with a password of this panel. */
  readonly localPasswords: boolean
  /** Undefined: on while there are no real accounts and no panel address is set. */
  readonly sampleData: 'on' | 'off' | undefined
  readonly demoPassword: string | undefined
  readonly rateLimitPerSecond: number
  readonly rateLimitPerMinute: number
  /** Minutes without use after which a session ends. */
  readonly sessionIdleMinutes: number
  readonly logLevel: (typeof logLevels)[number]
  /** Token that a reader of /metrics has to send; undefined: there are no metrics and no such page. */
  readonly metricsToken: string | undefined
  /** OTLP over HTTP, without `/v1/traces`; undefined: no tracing. */
  readonly tracesEndpoint: string | undefined
}

/** `problem` is one line that names the variable and never repeats a secret. */
export type EnvResult = { readonly ok: true; readonly env: Env } | { readonly ok: false; readonly problem: string }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const integerBetween = (min: number, max: number) => {
  const error = `must be a whole number between ${min} and ${max}`
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error))
}
const port = integerBetween(1, 65_535)
const urlOf = (protocols: readonly string[]) => {
  const error = `must be a URL that begins with ${protocols.map((protocol) => (protocol === 'mailto:' ? protocol : `${protocol}//`)).join(' or ')}`
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), error)
}
const webUrl = urlOf(['http:', 'https:'])
const withoutCredentials = webUrl.refine((value) => !/^https?:\/\/[^/]*@/.test(value), 'must not carry credentials')
const apiUrl = withoutCredentials
  .refine((value) => !value.includes('?') && !value.includes('#'), 'must have no query')
  .transform(baseOf)

const readBy = <T>(read: (value: string) => T | undefined, message: string) =>
  z.string().transform((value, context) => {
    const parsed = read(value)
    if (parsed !== undefined) return parsed
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const mailbox = readBy(readSender, 'must be an e-mail address, with or without a name: Panel <alerts@example.com>')
const trustedProxies = readBy(
  readTrustedProxies,
  'must be addresses or networks, separated by commas: 10.0.0.7, 192.168.0.0/16, fd00::/8',
)
const deliveryNetworks = readBy(
  readAllowedNetworks,
  'must be hosts, addresses or networks, separated by commas: hooks.internal:8443, 10.0.0.0/8',
)
const proxyAddress = readBy(
  readProxyAddress,
  'must be the address of a proxy without a path: http://proxy.example.com:3128 or https://user:password@proxy.example.com',
)
const bypass = readBy(readBypass, 'must be hosts, addresses or networks, separated by commas: .example.com, 10.0.0.0/8')

const databaseUrl = z.string().superRefine((value, context) => {
  const result = readPostgresUrl(value)
  if (!result.ok) context.addIssue({ code: 'custom', message: result.problem })
})

const variables = z
  .object({
    PORT: port.default(3000),
    API_PORT: port.optional(),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'must be a host name or an address')
      .default('127.0.0.1'),
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_POOL_SIZE: integerBetween(1, 500).default(DEFAULT_POOL_SIZE),
    DATABASE_STATEMENT_TIMEOUT_SECONDS: integerBetween(1, 3600).default(DEFAULT_STATEMENT_TIMEOUT_S),
    PANEL_URL: withoutCredentials
      .refine((value) => /^https?:\/\/[^/]+\/?$/.test(value), 'must have no path')
      .transform((value) => new URL(value).origin)
      .optional(),
    TRUSTED_PROXIES: trustedProxies.default(NO_PROXIES),
    PANEL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    PANEL_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
    AUDIT_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
    AUDIT_ANCHOR_FILE: z.string().optional(),
    PUBLIC_API_URL: apiUrl.optional(),
    PROVIDER_URL: urlOf(['https:', 'http:', 'mailto:']).optional(),
    REGISTERS_API_URL: apiUrl.optional(),
    REGISTERS_API_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be one line of printable characters without spaces')
      .optional(),
    SMTP_URL: urlOf(['smtp:', 'smtps:']).optional(),
    SMTP_FROM: mailbox.optional(),
    DELIVERY_ALLOW_PRIVATE: deliveryNetworks.default(NO_NETWORKS),
    HTTPS_PROXY: proxyAddress.optional(),
    HTTP_PROXY: proxyAddress.optional(),
    NO_PROXY: bypass.optional(),
    ...singleSignOnVariables,
    SAMPLE_DATA: z.enum(['on', 'off'], 'must be on or off').optional(),
    DEMO_PASSWORD: z
      .string()
      .min(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`)
      .optional(),
    RATE_LIMIT_PER_SECOND: integerBetween(1, 1_000_000).default(10),
    RATE_LIMIT_PER_MINUTE: integerBetween(1, 60_000_000).default(300),
    SESSION_IDLE_MINUTES: integerBetween(5, 480).default(480),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    METRICS_TOKEN: z
      .string()
      .min(32, 'must have at least 32 characters')
      .regex(/^[\x21-\x7e]+$/, 'must be one line of printable characters without spaces')
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: withoutCredentials
      .refine((value) => !value.includes('?') && !value.includes('#'), 'must have no query')
      .optional(),
  })
  .refine((settings) => !settings.REGISTERS_API_URL || settings.REGISTERS_API_KEY, {
    path: ['REGISTERS_API_KEY'],
    message: 'must be set together with REGISTERS_API_URL: it is the key of the account "remote"',
  })
  .refine((settings) => settings.REGISTERS_API_URL ?? !settings.REGISTERS_API_KEY, {
    path: ['REGISTERS_API_URL'],
    message: 'must be set together with REGISTERS_API_KEY, or the key would have no use',
  })
  .refine((settings) => !settings.SMTP_URL || settings.SMTP_FROM, {
    path: ['SMTP_FROM'],
    message: 'must be set together with SMTP_URL: it is the sender of the e-mails',
  })
  .refine((settings) => settings.SMTP_URL ?? !settings.SMTP_FROM, {
    path: ['SMTP_URL'],
    message: 'must be set together with SMTP_FROM, or no e-mail could be sent',
  })
  .refine((settings) => settings.API_PORT !== settings.PORT, { path: ['API_PORT'], message: 'must differ from PORT' })
  .refine((settings) => settings.API_PORT !== undefined || settings.PORT < 65_535, {
    path: ['API_PORT'],
    message: 'must be set when PORT is 65535',
  })
  .superRefine((settings, context) => {
    const problem = singleSignOnProblem(settings)
    if (problem) context.addIssue({ code: 'custom', path: [problem.variable], message: problem.message })
  })

export const variableNames: readonly string[] = Object.keys(variables.shape)

/** An empty value counts as absent, as shells and compose files produce it. */
export function readEnv(record: Readonly<Record<string, string | undefined>>): EnvResult {
  const isSet = ([, value]: [string, string | undefined]) => value !== undefined && value !== ''
  // Programs write these names in either case.
  const lowerCase = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].map((name): [string, string | undefined] => [
    name,
    record[name.toLowerCase()],
  ])
  const input = Object.fromEntries([...lowerCase, ...Object.entries(record)].filter(isSet))
  const parsed = variables.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { ok: false, problem: `${String(issue?.path[0] ?? 'Environment')} ${issue?.message ?? 'is wrong'}` }
  }
  return { ok: true, env: toEnv(parsed.data) }
}

function toEnv(settings: z.output<typeof variables>): Env {
  const { REGISTERS_API_URL: url, REGISTERS_API_KEY: apiKey, SMTP_URL: smtpUrl, SMTP_FROM: from } = settings
  const proxy = outgoingProxyOf({ https: settings.HTTPS_PROXY, http: settings.HTTP_PROXY, bypass: settings.NO_PROXY })
  return {
    port: settings.PORT,
    apiPort: settings.API_PORT ?? settings.PORT + 1,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeoutSeconds: settings.DATABASE_STATEMENT_TIMEOUT_SECONDS,
    panelUrl: settings.PANEL_URL,
    trustedProxies: settings.TRUSTED_PROXIES,
    publicApiUrl: settings.PUBLIC_API_URL,
    providerUrl: settings.PROVIDER_URL,
    panelSecret: settings.PANEL_SECRET,
    previousPanelSecret: settings.PANEL_SECRET_PREVIOUS,
    auditKey: settings.AUDIT_KEY,
    auditAnchorFile: settings.AUDIT_ANCHOR_FILE,
    remote: url && apiKey ? { url, apiKey, proxy } : undefined,
    smtp: smtpUrl && from ? { url: smtpUrl, from } : undefined,
    deliveryNetworks: settings.DELIVERY_ALLOW_PRIVATE,
    outgoingProxy: proxy,
    singleSignOn: toSingleSignOn(settings),
    localPasswords: settings.LOCAL_PASSWORDS === 'on',
    sampleData: settings.SAMPLE_DATA,
    demoPassword: settings.DEMO_PASSWORD,
    rateLimitPerSecond: settings.RATE_LIMIT_PER_SECOND,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN,
    tracesEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
  }
}

/**
 * Paths of the contract already begin with /v1, so `https://host`, `https://host/` and `https://host/v1/` mean the
 * same.
 */
function baseOf(value: string): string {
  const url = new URL(value)
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`
}

/**
 * Decision 23 (price of the RDF archive): the interface names both 10 and 5 units per statement; this service charges
 * 10.
 */
const RDF_ARCHIVE_UNITS = 10

/** The part of the settings that the embedded service uses. */
export const serviceConfigOf = ({ dataDir, publicApiUrl, rateLimitPerSecond, rateLimitPerMinute }: Env) => ({
  dataDir,
  publicUrl: publicApiUrl,
  rateLimitPerSecond,
  rateLimitPerMinute,
  rdfArchiveUnits: RDF_ARCHIVE_UNITS,
  checkAnswers: false,
})

/** For processes without Next: the operator's CLI and the service on its own. */
export const readProcessEnv = (): EnvResult => readEnv(process.env)
