import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'

import { freePorts, ROOT } from './panel'

export const PANEL_HOST = 'panel.example.com'
export const API_HOST = 'api.example.com'
const START_MS = 10_000

/** Debian installs nginx in a folder that only the PATH of root contains. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const findProgram = (name: string) => FOLDERS.map((folder) => join(folder, name)).find(isExecutable)
const NGINX = findProgram('nginx')
const OPENSSL = findProgram('openssl')
/** Why the configuration cannot be tested here; undefined if it can. */
export const nginxIsMissing: string | undefined =
  NGINX === undefined || OPENSSL === undefined
    ? 'NOT TESTED: nginx and openssl are not installed here (apt-get install nginx-light openssl)'
    : undefined

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export type Nginx = {
  /** Public addresses of the panel and of its service. */
  readonly panelUrl: string
  readonly apiUrl: string
  readonly port: number
  /** Port without TLS. */
  readonly plainPort: number
  readonly output: () => string
  stop(): Promise<void>
}

type Upstreams = { readonly panels: readonly string[]; readonly apis: readonly string[] }

/** Reserves ports and addresses before the panel starts, because it needs them. */
export async function reserveNginx() {
  const [port, plainPort] = (await freePorts()).map(Number) as [number, number]
  return { port, plainPort, panelUrl: `https://${PANEL_HOST}:${port}`, apiUrl: `https://${API_HOST}:${port}` }
}

/**
 * Runs the recipe of `ops/nginx/panel.conf` with the test's ports, certificate and upstreams, below a distribution's
 * default settings.
 */
export async function startNginx(
  folder: string,
  { port, plainPort, panelUrl, apiUrl }: Awaited<ReturnType<typeof reserveNginx>>,
  { panels, apis }: Upstreams,
): Promise<Nginx> {
  mkdirSync(folder, { recursive: true })
  makeCertificate(folder)
  const recipe = replaceAll(readFileSync(join(ROOT, 'ops/nginx/panel.conf'), 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['server 127.0.0.1:3000;', serversOf(panels)],
    ['server 127.0.0.1:3001;', serversOf(apis)],
    ['/etc/ssl/panel/', `${folder}/`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  const lines = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr warn;',
    'events { worker_connections 1024; }',
    'http {',
    '  access_log off;',
    ...temporary,
    // Other sites are compressed by default; the recipe must override that.
    '  gzip on; gzip_proxied any; gzip_min_length 1; gzip_types *;',
    recipe,
    '}',
  ]
  writeFileSync(file, lines.join('\n'))
  const child = spawn(NGINX ?? 'nginx', ['-c', file, '-e', 'stderr', '-p', folder])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await waitUntilListening(port, child, () => output)
  return { panelUrl, apiUrl, port, plainPort, output: () => output, stop: () => stopChild(child) }
}

const serversOf = (urls: readonly string[]) => urls.map((url) => `server ${new URL(url).host};`).join(' ')

/** Throws when the recipe does not contain the text, because the test would run something else. */
function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The recipe has no "${from}"`)
    return before.replaceAll(from, to)
  }, text)
}

function makeCertificate(folder: string): void {
  const names = `subjectAltName=DNS:${PANEL_HOST},DNS:${API_HOST}`
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const subject = ['-days', '2', '-subj', `/CN=${PANEL_HOST}`, '-addext', names]
  execFileSync(OPENSSL ?? 'openssl', ['req', '-x509', ...key, ...files, ...subject], { stdio: 'ignore' })
}

async function waitUntilListening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${output()}`)
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`nginx did not answer:\n${output()}`)
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
