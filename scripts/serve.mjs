/**
 * Serves a built panel in this process, so that its pid is the server's. `instrumentation.ts` starts the service and
 * everything else. Used by `npm start` and the browser tests.
 */
import { createServer } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

import { hostOf, listen, portOf } from './listen.mjs'
import { readablePath } from './readable-path.mjs'
import { apiHeaders, securityHeaders, staticFiles } from './static-files.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Read by lib/server/start.ts, which closes it before the service stops. */
const SERVER = Symbol.for('registers-panel.server')
/** Set by lib/server/start.ts once it has started: the gateway that handles each request before Next. */
const GATEWAY = Symbol.for('registers-panel.door')
/**
 * The same as in lib/http/slow-bodies.ts: limits for a request's head and for the whole request, and how often they are
 * checked.
 */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 300_000, connectionsCheckingInterval: 5000 }
/** The same as for the service's server (lib/service/http-server.ts): longer than proxies keep an idle connection. */
const KEEP_ALIVE_MS = 65_000
/**
 * V8 lets a heap about double before a collection. That held about 100 MB once every page was visited, because
 * rendering pages promotes much short-lived data (docs/decisions/memory.md).
 */
const HEAP_FLAG = '--heap-growing-percent=15'

/**
 * Resolves once requests are answered. Rejects with one clear line when the address is unavailable. With
 * `isCompact: false` (`--quick`, for browser tests) it takes more memory and a quarter less processor time.
 */
export async function serve({ isCompact = true } = {}) {
  process.env.NODE_ENV = 'production'
  process.chdir(root)
  if (isCompact) setFlagsFromString(HEAP_FLAG)
  const port = portOf(process.env.PORT)
  const hostname = hostOf(process.env.HOST)
  const isStatic = staticFiles(process.env.NEXT_DIST_DIR ?? '.next')
  const common = Object.entries(commonHeaders(process.env.PANEL_URL))
  const forApi = Object.entries(apiHeaders)
  const [prepared, started] = [deferred(), deferred()]
  const server = createServer(TIMEOUTS, (request, response) => {
    for (const [name, value] of common) response.setHeader(name, value)
    // Overwrites the client's value: sign-in attempts are counted by the address of the socket.
    request.headers['x-panel-socket'] = request.socket.remoteAddress ?? 'unknown'
    // An absolute address as request target is for proxies, which this is not.
    if (!request.url?.startsWith('/')) return void response.writeHead(400).end()
    // TRACE would return the caller's headers, including cookies.
    if (request.method === 'TRACE') return void response.writeHead(405).end()
    request.url = readablePath(request.url)
    if (isStatic(request, response)) return
    if (request.url.startsWith('/api/')) for (const [name, value] of forApi) response.setHeader(name, value)
    // The first health request makes Next start everything else, including the gateway, so it does not wait for that.
    const ready = request.url === HEALTH ? prepared.promise : started.promise
    void ready.then((handle) => (globalThis[GATEWAY] ?? passToNext)(request, response, handle))
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(server, port, hostname)
  // A server that was stopped while it started has no address any more.
  const { port: actualPort } = server.address()
  globalThis[SERVER] = server
  // Next requests the page that a form leads to from this origin. The default is the address that people use, whose
  // https this port does not speak.
  // eslint-disable-next-line no-underscore-dangle -- the name is Next's
  process.env.__NEXT_PRIVATE_ORIGIN = originOf(actualPort, hostname)
  const app = await prepareQuietly({ dev: false, dir: root, hostname, port, httpServer: server })
  const handle = app.getRequestHandler()
  prepared.resolve(handle)
  await requestHealth(actualPort, hostname).catch((error) => {
    if (server.listening) throw error
  })
  started.resolve(handle)
  return { port: actualPort, hostname }
}

const HEALTH = '/api/health'
const passToNext = (request, response, handle) => handle(request, response)

/** Next prints how long it took to read its settings, but the log consists of JSON only. */
async function prepareQuietly(options) {
  const { log } = console
  console.log = () => undefined
  try {
    const { default: next } = await import('next')
    const app = next(options)
    await app.prepare()
    return app
  } finally {
    console.log = log
  }
}

/** A promise that is resolved from outside. */
function deferred() {
  let resolvePromise
  const promise = new Promise((resolve) => {
    resolvePromise = resolve
  })
  return { promise, resolve: resolvePromise }
}

/**
 * Additional headers of every answer: over TLS, browsers must never again use this domain or its subdomains without it.
 */
const commonHeaders = (panelUrl) => ({
  ...securityHeaders,
  ...(panelUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

/** Next starts the service with the first request, so this process sends one before it reports "ready". */
async function requestHealth(port, hostname) {
  const answer = await fetch(`${originOf(port, hostname)}${HEALTH}`)
  await answer.arrayBuffer()
}

/** The address at which this process reaches itself. */
function originOf(port, hostname) {
  const host =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[hostname] ?? (hostname.includes(':') ? `[${hostname}]` : hostname)
  return `http://${host}:${port}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  serve({ isCompact: !process.argv.includes('--quick') }).catch((error) => {
    process.stderr.write(`Cannot start: ${error.message}\n`)
    process.exit(1)
  })
}
