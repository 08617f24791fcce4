/**
 * Serves a built panel in this very process, so that one pid is the server. `instrumentation.ts` starts the service and
 * everything else. `npm start` and the browser tests come here.
 */
import { createServer } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

import { readablePath } from './readable-path.mjs'
import { apiHeaders, securityHeaders, staticFiles } from './static-files.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Read by lib/server/start.ts, which closes it before the service stops. */
const SERVER = Symbol.for('registers-panel.server')
/** Written by lib/server/start.ts, once it has started: what each request passes before Next sees it. */
const DOOR = Symbol.for('registers-panel.door')
/** As lib/http/slow-bodies.ts: how long the head of a request, and all of it, may take, and how often that is looked at. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 300_000, connectionsCheckingInterval: 5000 }
/** As the door of the service (lib/service/door.ts): longer than proxies keep an idle connection. */
const KEEP_ALIVE_MS = 65_000
/**
 * How much the heap may grow before it is cleaned. V8 lets it about double, which holds 25 MB more once every page was
 * visited and answers no faster (`bench:memory`, `bench:proxy`).
 */
const HEAP_GROWING_PERCENT = 50

/** Resolves once requests are answered. Rejects with one clear line when the address cannot be had. */
export async function serve() {
  process.env.NODE_ENV = 'production'
  process.chdir(root)
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`)
  const port = portOf(process.env.PORT)
  const hostname = process.env.HOST || '127.0.0.1'
  const isStatic = staticFiles(process.env.NEXT_DIST_DIR ?? '.next')
  const always = Object.entries(alwaysSent(process.env.PANEL_URL))
  const forApi = Object.entries(apiHeaders)
  const [prepared, started] = [signal(), signal()]
  const server = createServer(TIMEOUTS, (request, response) => {
    for (const [name, value] of always) response.setHeader(name, value)
    // Whatever a client claims: the address of the socket counts sign-in attempts.
    request.headers['x-panel-socket'] = request.socket.remoteAddress ?? 'unknown'
    // An absolute address as request target is for proxies, which this is not.
    if (!request.url?.startsWith('/')) return void response.writeHead(400).end()
    // It would give back what the caller sent, cookies with it.
    if (request.method === 'TRACE') return void response.writeHead(405).end()
    request.url = readablePath(request.url)
    if (isStatic(request, response)) return
    if (request.url.startsWith('/api/')) for (const [name, value] of forApi) response.setHeader(name, value)
    // The first question is the one that makes Next start everything else, the door included.
    const isOpen = request.url === HEALTH ? prepared.given : started.given
    void isOpen.then((handle) => (globalThis[DOOR] ?? pass)(request, response, handle))
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(server, port, hostname)
  // Told to stop while it starts, the server has no address any more.
  const { port: taken } = server.address()
  globalThis[SERVER] = server
  // Where Next asks itself for the page that a form leads to. By default at the address that people use, whose https this port does not speak.
  process.env.__NEXT_PRIVATE_ORIGIN = originOf(taken, hostname)
  const { default: next } = await import('next')
  const app = next({ dev: false, dir: root, hostname, port, httpServer: server })
  await app.prepare()
  const handle = app.getRequestHandler()
  prepared.give(handle)
  await answersItself(taken, hostname).catch((error) => {
    if (server.listening) throw error
  })
  started.give(handle)
  return { port: taken, hostname }
}

const HEALTH = '/api/health'
const pass = (request, response, handle) => handle(request, response)

/** Something that is waited for, and given once. */
function signal() {
  let give
  const given = new Promise((resolve) => {
    give = resolve
  })
  return { given, give }
}

/** Beside what every answer has: over TLS never without it again, on no host of this domain. */
const alwaysSent = (panelUrl) => ({
  ...securityHeaders,
  ...(panelUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

/** Next starts the service with the first request; so that is ours, and whoever reads "ready" finds it so. */
async function answersItself(port, hostname) {
  const answer = await fetch(`${originOf(port, hostname)}${HEALTH}`)
  await answer.arrayBuffer()
}

/** As this process reaches itself. */
function originOf(port, hostname) {
  const host =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[hostname] ?? (hostname.includes(':') ? `[${hostname}]` : hostname)
  return `http://${host}:${port}`
}

/** What is not a port takes any free one for the moment that the panel's environment needs to name the mistake. */
const portOf = (text) => (text ? (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : 0) : 3000)

/** Taken before anything else, so that a taken port is found at once. */
function listen(server, port, hostname) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(lineOf(error, port, hostname))))
    server.listen(port, hostname, resolve)
  })
}

function lineOf(error, port, hostname) {
  if (error.code === 'EADDRINUSE') return `PORT ${port} is already in use`
  if (error.code === 'EACCES') return `PORT ${port} may not be opened by this user`
  return `HOST ${hostname} cannot be opened (${error.message})`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  serve().catch((error) => {
    process.stderr.write(`Cannot start: ${error.message}\n`)
    process.exit(1)
  })
}
