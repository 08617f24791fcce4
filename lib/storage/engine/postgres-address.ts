import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

import type { ClientConfig } from 'pg'

export type PostgresHost = { readonly host: string | undefined; readonly port: number | undefined }

/** Where a database is and how it is connected to, as DATABASE_URL says it. */
export type PostgresAddress = {
  /** At least one. Of several the one that takes writes is used. */
  readonly hosts: readonly PostgresHost[]
  /** What all hosts have in common; holds the password. */
  readonly config: ClientConfig
  /** Without any secret. */
  readonly location: string
  /** `pgbouncer=true`, as some hosts of databases hand it out. */
  readonly isPooled: boolean
  /** One line for each thing that works and that an operator should know. */
  readonly warnings: readonly string[]
}

/** `problem` follows the name of the variable in one line, and repeats nothing of the value. */
export type AddressReading =
  | { readonly ok: true; readonly address: PostgresAddress }
  | { readonly ok: false; readonly problem: string }

const SHAPE =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:/?#]*)(?::(?<password>[^/?#]*))?@)?(?<hosts>[^@/?#]*)(?<rest>[/?#].*)?$/s
const ODD_SIGNS = 'write % as %25, # as %23, / as %2F, ? as %3F and @ as %40'
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
const WRITERS = ['any', 'read-write', 'primary']

/** Reads a URL as libpq does, certificates included. */
export function readPostgresUrl(value: string): AddressReading {
  try {
    return { ok: true, address: read(value) }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message }
    throw error
  }
}

class Unreadable extends Error {}

function read(value: string): PostgresAddress {
  const parts = SHAPE.exec(value)?.groups
  if (!parts) throw new Unreadable(`must be a URL that begins with postgres:// or postgresql://${hintOf(value)}`)
  const { user, password, hosts: named = '', rest = '' } = parts
  const [path, query] = splitRest(rest)
  if (rest.includes('#') || path.includes('@') || query.includes('@')) {
    throw new Unreadable(`has a sign in its user or password that a URL cannot carry: ${ODD_SIGNS}`)
  }
  const parameters = new URLSearchParams(query)
  const hosts = readHosts(parameters.get('host') ?? decoded(named), parameters.get('port'))
  requireWriter(parameters)
  const database = parameters.get('dbname') ?? (path.length > 1 ? decoded(path.slice(1)) : undefined)
  const { ssl, warnings } = readSsl(parameters)
  const given: ClientConfig = {
    user: parameters.get('user') ?? (user ? decoded(user) : undefined),
    password: parameters.get('password') ?? (password ? decoded(password) : undefined),
    database,
    ssl,
    application_name: parameters.get('application_name') ?? undefined,
    options: parameters.get('options') ?? undefined,
    enableChannelBinding: ['prefer', 'require'].includes(parameters.get('channel_binding') ?? ''),
    ...(parameters.get('sslnegotiation') === 'direct' && { sslnegotiation: 'direct' as const }),
  }
  return {
    hosts,
    // What is not given is read from PGUSER and the like.
    config: Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined)),
    location: `${hosts.map(({ host = '', port }) => (port === undefined ? host : `${host}:${port}`)).join(',')}/${database ?? ''}`,
    isPooled: parameters.get('pgbouncer') === 'true',
    warnings,
  }
}

/** Where something stands between `//` and a sign that ends it too early, it is most likely a password. */
const hintOf = (value: string): string => (/^postgres(?:ql)?:\/\//.test(value) ? `; in a password ${ODD_SIGNS}` : '')

function splitRest(rest: string): [path: string, query: string] {
  const at = rest.indexOf('?')
  return at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at + 1)]
}

/** A % that begins no sign stands for itself, as it always did here. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readHosts(hosts: string, ports: string | null): PostgresHost[] {
  const givenPorts = ports?.split(',') ?? []
  return hosts.split(',').map((each, at) => {
    const bracketed = /^\[(?<host>[^\]]*)\](?::(?<port>.*))?$/.exec(each)?.groups
    // A socket is a folder, which may have a colon in its name.
    const plain = each.startsWith('/') ? { host: each } : /^(?<host>[^:]*)(?::(?<port>.*))?$/.exec(each)?.groups
    const { host, port = givenPorts[at] ?? givenPorts[0] } = bracketed ?? plain ?? {}
    if (host === undefined) throw new Unreadable('has a host that is neither a name nor an address')
    if (port !== undefined && port !== '' && !isPort(port)) {
      throw new Unreadable(`has a port that is no number between 1 and 65535; in a password ${ODD_SIGNS}`)
    }
    return { host: host || undefined, port: port ? Number(port) : undefined }
  })
}

const isPort = (port: string): boolean => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535

function requireWriter(parameters: URLSearchParams): void {
  const wanted = parameters.get('target_session_attrs') ?? 'any'
  if (!WRITERS.includes(wanted)) {
    throw new Unreadable('must lead to a server that takes writes: target_session_attrs may be read-write or primary')
  }
}

/** As libpq: `require` encrypts and does not ask who answers, unless there is a certificate to compare with. */
function readSsl(parameters: URLSearchParams): { ssl: ClientConfig['ssl']; warnings: readonly string[] } {
  const mode = parameters.get('sslmode')
  if (mode === null) return { ssl: ['true', '1'].includes(parameters.get('ssl') ?? '') || undefined, warnings: [] }
  if (!SSL_MODES.includes(mode)) {
    throw new Unreadable('has an sslmode that is none of disable, require, verify-ca and verify-full')
  }
  if (mode === 'disable') return { ssl: false, warnings: [] }
  const root = parameters.get('sslrootcert')
  const ca = root === null || root === 'system' ? undefined : fileOf('sslrootcert', root)
  if (mode === 'verify-ca' && ca === undefined) {
    throw new Unreadable('has sslmode=verify-ca and no sslrootcert: name the file of the authority, or use verify-full')
  }
  const isChecked = mode !== 'no-verify' && (mode !== 'require' || ca !== undefined)
  const [cert, key] = [parameters.get('sslcert'), parameters.get('sslkey')]
  const ssl: ConnectionOptions = {
    ...(ca !== undefined && { ca }),
    ...(cert !== null && { cert: fileOf('sslcert', cert) }),
    ...(key !== null && { key: fileOf('sslkey', key) }),
    ...(!isChecked && { rejectUnauthorized: false }),
    ...(isChecked && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
  return { ssl, warnings: isChecked ? [] : [unchecked(mode)] }
}

const unchecked = (mode: string): string =>
  `DATABASE_URL has sslmode=${mode}: the connection is encrypted, but any server may answer it; use verify-full, with sslrootcert where the authority is your own`

function fileOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Unreadable(`names a file in ${name} that cannot be read: ${path}`)
  }
}
