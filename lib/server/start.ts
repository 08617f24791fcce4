import 'server-only'
import type { Server } from 'node:http'

import { closerOf } from '@/lib/http/closing'
import { endUnread } from '@/lib/http/unread-answers'
import { apiCallerAddress } from '@/lib/panel/access/api-caller-address'
import { createForgottenPassword } from '@/lib/panel/access/forgotten-password'
import { auditKeyIn, demoPasswordOf } from '@/lib/panel/access/kept-secrets'
import { panelSecretsOf } from '@/lib/panel/access/panel-secrets'
import { insertRemoteAccount, REMOTE_SLUG } from '@/lib/panel/access/remote-accounts'
import { usesSampleData, withoutSampleUsers } from '@/lib/panel/access/sample-mode'
import { ensureSampleUsers } from '@/lib/panel/access/sample-users'
import { createSignIn, type SignIn } from '@/lib/panel/access/sign-in'
import { anchorLogs, anchorPlaceOf } from '@/lib/panel/audit/audit-anchors'
import { createKeyDeeds, refusedKeyEvent } from '@/lib/panel/audit/key-deeds'
import { flushSecurityEvents, noteSecurityEvent } from '@/lib/panel/audit/security-events'
import { useAuditKey } from '@/lib/panel/audit/use-audit-key'
import { keepNewFilesPrivate, prepareDataDir } from '@/lib/panel/data-dir'
import { endDeliveries } from '@/lib/panel/delivery/delivery-job'
import { type Env, serviceConfigOf } from '@/lib/panel/env'
import { storeWarnings } from '@/lib/panel/health/store-warnings'
import { panelJobs } from '@/lib/panel/jobs'
import { createLog } from '@/lib/panel/log'
import { createMailService } from '@/lib/panel/spend/mailer'
import { startEmbedded } from '@/lib/service/embedded'
import type { ServiceDependencies } from '@/lib/service/http/context'
import { startJobs } from '@/lib/service/jobs'
import { sampleData } from '@/lib/service/sample/sample-data'
import { findAccountBySlug } from '@/lib/storage/accounts/accounts'
import { openStorage } from '@/lib/storage/open'
import type { Storage } from '@/lib/storage/storage'

import { withDirectFiles } from './door/direct'
import { createPageDoor, type PageDoor } from './door/door'
import { requireEnv } from './env'
import { type Runtime, setRuntime } from './runtime'
import { sessionCookie, sessionOfCookie } from './session'
import { askServiceFor, fetchServiceFor } from './upstream/ask-service'

const clock = () => new Date()

/** Once per process, before the first request. What cannot be used stops the start with one line and exit code 1. */
export async function start(): Promise<void> {
  const env = requireEnv()
  try {
    const runtime = await createRuntime(env)
    setRuntime(runtime)
    openPageDoor(runtime)
    // They ask the service through the runtime, so it has to be there.
    const jobs = startPanelJobs(runtime)
    runtime.watchedJobs.push(jobs)
    stopOnSignals(runtime, async () => {
      await Promise.all([jobs.stop(), endDeliveries(runtime.storage)])
    })
  } catch (error) {
    process.stderr.write(`Cannot start: ${lineOf(error, env)}\n`)
    process.exit(1)
  }
}

async function createRuntime(env: Env): Promise<Runtime> {
  keepNewFilesPrivate()
  const log = createLog(env.logLevel)
  for (const problem of prepareDataDir(env.dataDir)) log.warn({ problem }, 'the data directory is not private')
  const storage = await openStorage(env)
  for (const warning of storeWarnings(storage, env.dataDir)) log.warn(warning)
  await useAuditKey(storage, auditKeyIn(env))
  const secrets = panelSecretsOf(env)
  const embedded = env.remote ? undefined : await startService(env, { storage, log, clock })
  if (env.remote) {
    await insertRemoteAccount(storage.db, { slug: REMOTE_SLUG, name: new URL(env.remote.url).host }, clock())
  }
  await requireSingleSignOnAccount(env, storage)
  const anchors = anchorPlaceOf(env.auditAnchorFile)
  const mail = createMailService(env, () => secrets.current())
  const stopping = new AbortController()
  return {
    env,
    storage,
    log,
    signIn: env.localPasswords
      ? withoutSampleUsers(createSignIn(storage, clock, log), env, storage.db)
      : refuseEveryPassword,
    usesSampleData: () => usesSampleData(env, storage.db),
    askForPassword: createForgottenPassword({ storage, mail, localPasswords: env.localPasswords, log, clock }),
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
      // What was written since the last ones could be cut off unnoticed.
      await anchorLogs({ storage, place: anchors, log, now: clock() }).catch(() => undefined)
      await storage.close()
    },
  }
}

/** LOCAL_PASSWORDS=off: people come through the provider alone. */
const refuseEveryPassword: SignIn = () => Promise.resolve({ ok: false, reason: 'credentials' })

async function requireSingleSignOnAccount({ singleSignOn }: Env, { db }: Storage): Promise<void> {
  if (!singleSignOn || (await findAccountBySlug(db, singleSignOn.account))) return
  throw new Error('OIDC_ACCOUNT must be the slug of an account: "admin -- account list" shows them')
}

async function startService(env: Env, input: Omit<ServiceDependencies, 'config'>) {
  const dependencies: ServiceDependencies = {
    ...input,
    config: serviceConfigOf(env),
    deeds: createKeyDeeds(),
    onRefusedKey: (refused) => noteSecurityEvent(input, refusedKeyEvent(refused, clock())),
  }
  const { host, apiPort: port } = env
  const loadsSample = await usesSampleData(env, input.storage.db)
  const addressOf = apiCallerAddress(env)
  const embedded = await startEmbedded(dependencies, { host, port, addressOf, sample: sampleData, loadsSample })
  if (loadsSample) await ensureSampleUsers(input.storage.db, demoPasswordOf(env), clock())
  return embedded
}

/** Who the panel is when nobody asked it to. */
const ITSELF = { id: 'panel', email: 'panel' }

const startPanelJobs = ({ storage, log, env, mail, anchors, secrets }: Runtime) =>
  startJobs(panelJobs, {
    storage,
    log,
    clock,
    mail,
    secrets,
    outgoing: { allowed: env.deliveryNetworks },
    anchors,
    isEmbedded: env.remote === undefined,
    dataDir: env.dataDir,
    askFor: (account) => askServiceFor({ user: ITSELF, account }),
    fetchFor: (account) => fetchServiceFor({ user: ITSELF, account }),
  })

/** Read by scripts/serve.mjs: what each request of the pages' server passes first. */
const DOOR = Symbol.for('registers-panel.door')
/** A page of ours asks for a handful of things at a time; a client of the interface for one. */
const CALLS_OF_PANEL = 5

function openPageDoor({ env }: Runtime): void {
  const door = createPageDoor({
    trusted: env.trustedProxies,
    panelUrl: env.panelUrl,
    cookieName: sessionCookie().name,
    findUser: async (cookie) => {
      const session = await sessionOfCookie(cookie)
      return session && { account: session.account.id, user: session.user.id }
    },
    rate: { perSecond: env.rateLimitPerSecond * CALLS_OF_PANEL, burst: env.rateLimitPerMinute },
  })
  // Sound: the symbol is ours alone.
  const holder = globalThis as { [DOOR]?: PageDoor }
  holder[DOOR] = (request, response, handle) => door(request, response, withDirectFiles(handle))
}

/** Set by scripts/serve.mjs: the server of the pages. `next dev` has its own. */
const SERVER = Symbol.for('registers-panel.server')
/** Sound: the symbol is ours alone, and only scripts/serve.mjs writes it. */
const pageServer = () => (globalThis as { [SERVER]?: Server })[SERVER]

/** First no more answers, then no more jobs, then no more store. */
function stopOnSignals(runtime: Runtime, stopJobs: () => Promise<void>): void {
  const server = pageServer()
  if (server) endUnread(server)
  const closeServer = server === undefined ? () => Promise.resolve() : closerOf(server)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    runtime.log.info({ signal }, 'stopping')
    runtime.endWaits()
    void closeServer()
      .then(stopJobs)
      .then(() => runtime.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function lineOf(error: unknown, env: Env): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `API_PORT ${env.apiPort} is already in use`
  }
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n')[0] ?? message
}
