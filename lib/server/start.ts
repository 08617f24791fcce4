import 'server-only'
import type { Server } from 'node:http'

import type { Logger } from 'pino'

import { anchorLogs, anchorTargetOf } from '@/lib/features/audit/audit-anchors'
import { createKeyActions, refusedKeyEvent } from '@/lib/features/audit/key-actions'
import { flushSecurityEvents, noteSecurityEvent } from '@/lib/features/audit/security-events'
import { useAuditKey } from '@/lib/features/audit/use-audit-key'
import { createForgottenPassword } from '@/lib/features/auth/forgotten-password'
import { createSignIn, type SignIn } from '@/lib/features/auth/sign-in'
import { endDeliveries } from '@/lib/features/deliveries/job'
import { panelJobs } from '@/lib/features/jobs'
import { apiCallerAddress } from '@/lib/features/keys/api-caller-address'
import { usesSampleData, withoutSampleUsers } from '@/lib/features/sample/sample-mode'
import { ensureSampleUsers } from '@/lib/features/sample/sample-users'
import { createSetUp } from '@/lib/features/setup/set-up'
import { setupAddress } from '@/lib/features/setup/setup-address'
import { readSetupState } from '@/lib/features/setup/setup-token'
import { closerOf } from '@/lib/http/closing'
import { endUnread } from '@/lib/http/unread-answers'
import { keepNewFilesPrivate, prepareDataDir } from '@/lib/panel/data-dir'
import { endAccountWork } from '@/lib/panel/each-account'
import { type Env, serviceConfigOf } from '@/lib/panel/env'
import { storeWarnings } from '@/lib/panel/health/store-warnings'
import { createLog } from '@/lib/panel/log'
import { createMailService } from '@/lib/panel/mail/mailer'
import { allowSlowConnects } from '@/lib/panel/outgoing/slow-connects'
import { insertRemoteAccount, REMOTE_SLUG } from '@/lib/panel/remote-accounts'
import { panelSecretsOf } from '@/lib/panel/secrets/panel-secrets'
import { auditKeyIn, demoPasswordOf } from '@/lib/panel/secrets/stored-secrets'
import { logMigrations } from '@/lib/panel/store-log'
import { VERSION } from '@/lib/panel/version'
import { sampleData } from '@/lib/sample/sample-data'
import { findAccountBySlug } from '@/lib/service/accounts/statements/accounts'
import { startEmbedded } from '@/lib/service/embedded'
import type { ServiceDependencies } from '@/lib/service/http/context'
import { startJobs } from '@/lib/service/jobs'
import { serviceJobs } from '@/lib/service/service'
import { openStorage } from '@/lib/storage/open'
import { watchStore } from '@/lib/storage/schema/watch-store'
import type { Storage } from '@/lib/storage/storage'
import { metrics } from '@/lib/telemetry/metrics'
import { tracing } from '@/lib/telemetry/spans'

import { consoleToLog } from './console-to-log'
import { isDevelopment, requireEnv } from './env'
import { withDirectFiles } from './gateway/direct'
import { createPageGateway, type PageGateway } from './gateway/gateway'
import { answerMetrics, METRICS_PATH } from './gateway/metrics-endpoint'
import { observedGateway } from './gateway/observed-gateway'
import { readMetrics } from './metrics'
import { type Runtime, setRuntime } from './runtime'
import { sessionCookie, sessionOfCookie } from './session'
import { noteListening, noteStore, startedAt, startTelemetry } from './start-telemetry'
import { callServiceFor, fetchServiceFor } from './upstream/call-service'

const clock = () => new Date()

/**
 * Runs once per process, before the first request. Unusable settings or stores stop the start with one line and exit
 * code 1.
 */
export async function start(): Promise<void> {
  const env = requireEnv()
  try {
    const runtime = await createRuntime(env)
    setRuntime(runtime)
    openPageGateway(runtime)
    noteListening(runtime, pageServer())
    // Jobs call the service through the runtime, so it has to exist before.
    const jobs = startPanelJobs(runtime)
    runtime.watchedJobs.push(jobs)
    stopOnSignals(runtime, async () => {
      await Promise.all([jobs.stop(), endDeliveries(runtime.storage)])
      await endAccountWork(runtime.storage)
    })
  } catch (error) {
    process.stderr.write(`Cannot start: ${lineOf(error, env)}\n`)
    process.exit(1)
  }
}

async function createRuntime(env: Env): Promise<Runtime> {
  keepNewFilesPrivate()
  allowSlowConnects()
  const log = createLog(env.logLevel)
  if (!isDevelopment()) consoleToLog(log)
  log.info({ version: VERSION, node: process.version, engine: env.databaseUrl ? 'postgres' : 'sqlite' }, 'starting')
  for (const problem of prepareDataDir(env.dataDir)) log.warn({ problem }, 'the data directory is not private')
  await startTelemetry(env, log)
  const storage = await openStorage(env, { report: logMigrations(log) })
  for (const warning of storeWarnings(storage, env.dataDir)) log.warn(warning)
  await noteStore(storage, log)
  await useAuditKey(storage, auditKeyIn(env))
  const secrets = panelSecretsOf(env)
  const embedded = env.remote ? undefined : await startService(env, { storage, log, clock })
  if (env.remote) {
    await insertRemoteAccount(storage.db, { slug: REMOTE_SLUG, name: new URL(env.remote.url).host }, clock())
  }
  await requireSingleSignOnAccount(env, storage)
  const anchors = anchorTargetOf(env.auditAnchorFile)
  const mail = createMailService(env, () => secrets.current(), log)
  const stopping = new AbortController()
  return {
    env,
    storage,
    log,
    signIn: env.localPasswords
      ? withoutSampleUsers(createSignIn(storage, clock, log), env, storage.db)
      : refuseEveryPassword,
    usesSampleData: () => usesSampleData(env, storage.db),
    setUp: createSetUp({ storage, env, clock, log }),
    setupAddress: (base) => setupAddress({ storage, env }, base),
    requestPasswordReset: createForgottenPassword({ storage, mail, localPasswords: env.localPasswords, log, clock }),
    mail,
    anchors,
    watchedJobs: [],
    get secret() {
      return secrets.current()
    },
    secrets,
    service: embedded?.service,
    stopping: stopping.signal,
    endWaits: () => {
      stopping.abort()
      embedded?.service.endWaits()
    },
    stop: async () => {
      await embedded?.stop()
      await flushSecurityEvents({ storage, log })
      // Writes final anchors, because entries since the last ones could be cut off unnoticed.
      await anchorLogs({ storage, place: anchors, log, now: clock() }).catch(() => undefined)
      await storage.close()
      await tracing()?.stop()
      log.info('stopped')
    },
  }
}

/** LOCAL_PASSWORDS=off: people sign in only through the provider. */
const refuseEveryPassword: SignIn = () => Promise.resolve({ ok: false, reason: 'credentials' })

async function requireSingleSignOnAccount(env: Env, { db }: Storage): Promise<void> {
  const { singleSignOn } = env
  if (!singleSignOn || (await findAccountBySlug(db, singleSignOn.account))) return
  // The first account is created in the browser with this slug.
  if ((await readSetupState(env, db)) === 'required') return
  throw new Error('OIDC_ACCOUNT must be the slug of an account: "admin -- account list" shows them')
}

async function startService(env: Env, input: Omit<ServiceDependencies, 'config'>) {
  const dependencies: ServiceDependencies = {
    ...input,
    config: serviceConfigOf(env),
    writeLog: createKeyActions(),
    onRefusedKey: (refused) => noteSecurityEvent(input, refusedKeyEvent(refused, clock())),
  }
  const { host, apiPort: port } = env
  const isSampleInUse = () => usesSampleData(env, input.storage.db)
  const loadsSample = await isSampleInUse()
  const serverOptions = {
    host,
    port,
    addressOf: apiCallerAddress(env),
    isTrusted: (address: string) => env.trustedProxies.has(address),
  }
  const embedded = await startEmbedded(dependencies, {
    ...serverOptions,
    sample: sampleData,
    loadsSample,
    isSamplePublishing: isSampleInUse,
  })
  if (loadsSample) await ensureSampleUsers(input.storage.db, demoPasswordOf(env), clock())
  return embedded
}

const PANEL_USER = { id: 'panel', email: 'panel' }

const startPanelJobs = ({ storage, log, env, mail, anchors, secrets }: Runtime) =>
  startJobs(panelJobs, {
    storage,
    log,
    clock,
    mail,
    secrets,
    outgoing: { allowed: env.deliveryNetworks, proxy: env.outgoingProxy },
    anchors,
    isEmbedded: env.remote === undefined,
    dataDir: env.dataDir,
    callFor: (account) => callServiceFor({ user: PANEL_USER, account }),
    fetchFor: (account, payer = PANEL_USER.id) => fetchServiceFor({ user: { ...PANEL_USER, id: payer }, account }),
  })

/** Read by scripts/serve.mjs: the handler of each request before Next. */
const GATEWAY = Symbol.for('registers-panel.door')
/** A page makes a handful of calls at a time where an API client makes one. */
const CALLS_OF_PANEL = 5

function openPageGateway({ env, storage, log }: Runtime): void {
  const gateway = createPageGateway({
    trusted: env.trustedProxies,
    panelUrl: env.panelUrl,
    cookieName: sessionCookie().name,
    findUser: async (cookie) => {
      const session = await sessionOfCookie(cookie)
      return session && { account: session.account.id, user: session.user.id }
    },
    rate: { perSecond: env.rateLimitPerSecond * CALLS_OF_PANEL, burst: env.rateLimitPerMinute },
  })
  // Safe: the symbol is private.
  const holder = globalThis as { [GATEWAY]?: PageGateway }
  const observed = observedGateway(
    (request, response, handle) => gateway(request, response, withDirectFiles(handle)),
    env.trustedProxies,
  )
  const metricsOptions = metricsEndpoint(env, storage, log)
  holder[GATEWAY] = (request, response, handle) =>
    request.url?.split('?', 1)[0] === METRICS_PATH
      ? answerMetrics(metricsOptions, request, response)
      : observed(request, response, handle)
}

/** One line a minute is enough about somebody who guesses tokens. */
const REFUSAL_EVERY_MS = 60_000

function metricsEndpoint(env: Env, storage: Storage, log: Logger) {
  const jobs = env.remote ? panelJobs : [...serviceJobs, ...panelJobs]
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    token: env.metricsToken,
    read: () => {
      const activeMetrics = metrics()
      if (!activeMetrics) throw new Error('Nothing is measured')
      return readMetrics(activeMetrics, { storage, jobs, since: startedAt, now: clock() })
    },
    onRefused: (address: string | undefined) => {
      if (performance.now() - loggedAt < REFUSAL_EVERY_MS) return
      loggedAt = performance.now()
      log.warn({ address }, 'metrics were requested without the right METRICS_TOKEN')
    },
  }
}

/** Set by scripts/serve.mjs: the server of the pages. `next dev` has its own. */
const SERVER = Symbol.for('registers-panel.server')
/** Safe: the symbol is private, and only scripts/serve.mjs writes it. */
const pageServer = () => (globalThis as { [SERVER]?: Server })[SERVER]

/** Stops answers first, then jobs, then the store. */
function stopOnSignals(runtime: Runtime, stopJobs: () => Promise<void>): void {
  const server = pageServer()
  if (server) endUnread(server)
  const closeServer = server === undefined ? () => Promise.resolve() : closerOf(server)
  let stopping = false
  const stop = (signal: string, code = 0) => {
    if (stopping) return
    stopping = true
    runtime.log.info({ signal }, 'stopping')
    runtime.endWaits()
    void closeServer()
      .then(stopJobs)
      .then(() => runtime.stop())
      .then(
        () => process.exit(code),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // A service manager restarts the process, which then reports why it cannot start.
  watchStore(runtime.storage, (line) => {
    runtime.log.fatal({ event: 'store.refused' }, `${line}; this process stops`)
    stop('store.refused', 1)
  })
}

function lineOf(error: unknown, env: Env): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `API_PORT ${env.apiPort} is already in use`
  }
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] ?? message
}
