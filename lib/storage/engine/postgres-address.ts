import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

import type { ClientConfig } from 'pg'

export type PostgresHost = { readonly host: string | undefined; readonly port: number | undefined }

/** Address and connection settings of the database from DATABASE_URL. */
export type PostgresAddress = {
  /** At least one. If there are several, the one that accepts writes is used. */
  readonly hosts: readonly PostgresHost[]
  /** Settings common to all hosts, including the password. */
  readonly config: ClientConfig
  /** Contains no secrets. */
  readonly location: string
  /** `pgbouncer=true`, a parameter that some hosting providers put in their URLs. */
  readonly isPooled: boolean
  /** One line per setting that works but that the operator should know about. */
  readonly warnings: readonly string[]
}

/** `problem` follows the name of the variable in one line and never repeats parts of the value. */
export type AddressParseResult =
  | { readonly ok: true; readonly address: PostgresAddress }
  | { readonly ok: false; readonly problem: string }

const SHAPE =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:/?#]*)(?::(?<password>[^/?#]*))?@)?(?<hosts>[^@/?#]*)(?<rest>[/?#].*)?$/s
const SPECIAL_CHARACTERS = 'write % as %25, # as %23, / as %2F, ? as %3F and @ as %40'
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
const WRITABLE_ATTRIBUTES = ['any', 'read-write', 'primary']

/** Parses a URL like libpq, including certificates. */
export function readPostgresUrl(value: string): AddressParseResult {
  try {
    return { ok: true, address: read(value) }
  } catch (error) {
    if (error instanceof UrlError) return { ok: false, problem: error.message }
    throw error
  }
}

class UrlError extends Error {}

function read(value: string): PostgresAddress {
  const { user, password, hosts: hostList = '', path, query } = split(value)
  const parameters = new URLSearchParams(query)
  const hosts = readHosts(parameters.get('host') ?? decodePart(hostList), parameters.get('port'))
  requireWriter(parameters)
  const database = parameters.get('dbname') ?? decodePartIfAny(path.slice(1))
  const { ssl, warnings } = readSsl(parameters)
  const clientConfig: ClientConfig = {
    user: parameters.get('user') ?? decodePartIfAny(user),
    password: parameters.get('password') ?? decodePartIfAny(password),
    database,
    ssl,
    ...optionsIn(parameters),
  }
  return {
    hosts,
    // Settings that are absent are read from PGUSER and the other variables.
    config: Object.fromEntries(Object.entries(clientConfig).filter(([, each]) => each !== undefined)),
    location: `${hosts.map(locationOf).join(',')}/${database ?? ''}`,
    isPooled: parameters.get('pgbouncer') === 'true',
    warnings,
  }
}

function split(value: string) {
  const parts = SHAPE.exec(value)?.groups
  if (!parts) throw new UrlError(`must be a URL that begins with postgres:// or postgresql://${hintOf(value)}`)
  const { user, password, hosts, rest = '' } = parts
  const [path, query] = splitRest(rest)
  if (rest.includes('#') || rest.includes('@')) {
    throw new UrlError(`has a character in its user or password that a URL cannot contain: ${SPECIAL_CHARACTERS}`)
  }
  return { user, password, hosts, path, query }
}

const optionsIn = (parameters: URLSearchParams): ClientConfig => ({
  application_name: parameters.get('application_name') ?? undefined,
  options: parameters.get('options') ?? undefined,
  enableChannelBinding: ['prefer', 'require'].includes(parameters.get('channel_binding') ?? ''),
  ...(parameters.get('sslnegotiation') === 'direct' && { sslnegotiation: 'direct' as const }),
})

const locationOf = ({ host = '', port }: PostgresHost): string => (port === undefined ? host : `${host}:${port}`)

/**
 * If `//` is followed by text and then by a character that ends the authority too early, an unescaped password is the
 * likely cause.
 */
const hintOf = (value: string): string =>
  /^postgres(?:ql)?:\/\//.test(value) ? `; in a password ${SPECIAL_CHARACTERS}` : ''

function splitRest(rest: string): [path: string, query: string] {
  const at = rest.indexOf('?')
  return at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at + 1)]
}

/** A % that starts no valid escape stays as it is, for compatibility with existing URLs. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const decodePartIfAny = (text: string | undefined): string | undefined => (text ? decodePart(text) : undefined)

function readHosts(hosts: string, ports: string | null): PostgresHost[] {
  const givenPorts = ports?.split(',') ?? []
  return hosts.split(',').map((each, at) => {
    const { host, port } = splitHost(each)
    return { host: host || undefined, port: readPort(port ?? givenPorts[at] ?? givenPorts[0]) }
  })
}

const BRACKETED = /^\[(?<host>[^\]]*)\](?::(?<port>.*))?$/
const PLAIN = /^(?<host>[^:]*)(?::(?<port>.*))?$/

function splitHost(text: string): { readonly host?: string; readonly port?: string } {
  // A socket is a folder, whose name may contain a colon.
  if (text.startsWith('/')) return { host: text }
  const parts = BRACKETED.exec(text)?.groups ?? PLAIN.exec(text)?.groups
  if (!parts) throw new UrlError('has a host that is neither a name nor an address')
  return parts
}

function readPort(port: string | undefined): number | undefined {
  if (!port) return undefined
  if (isPort(port)) return Number(port)
  throw new UrlError(`has a port that is not a number between 1 and 65535; in a password ${SPECIAL_CHARACTERS}`)
}

const isPort = (port: string): boolean => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535

function requireWriter(parameters: URLSearchParams): void {
  const attribute = parameters.get('target_session_attrs') ?? 'any'
  if (!WRITABLE_ATTRIBUTES.includes(attribute)) {
    throw new UrlError('must lead to a writable server: target_session_attrs may be read-write or primary')
  }
}

/** `ssl=true` is an older parameter of the driver for verify-full. */
const isSet = (ssl: string | null): true | undefined => (ssl === 'true' || ssl === '1' ? true : undefined)

type Ssl = { readonly ssl: ClientConfig['ssl']; readonly warnings: readonly string[] }

/** Like libpq: `require` encrypts without verifying the server, unless a root certificate is given. */
function readSsl(parameters: URLSearchParams): Ssl {
  const mode = parameters.get('sslmode')
  if (mode === null) return { ssl: isSet(parameters.get('ssl')), warnings: [] }
  if (!SSL_MODES.includes(mode)) {
    throw new UrlError('has an invalid sslmode: it must be disable, require, verify-ca or verify-full')
  }
  if (mode === 'disable') return { ssl: false, warnings: [] }
  const files = readCertificates(parameters)
  if (mode === 'verify-ca' && files.ca === undefined) {
    throw new UrlError('has sslmode=verify-ca and no sslrootcert: name the file of the authority, or use verify-full')
  }
  if (mode === 'verify-full') return { ssl: files, warnings: [] }
  const isChecked = mode !== 'no-verify' && files.ca !== undefined
  return isChecked
    ? { ssl: { ...files, checkServerIdentity: () => undefined }, warnings: [] }
    : { ssl: { ...files, rejectUnauthorized: false }, warnings: [uncheckedWarning(mode)] }
}

function readCertificates(parameters: URLSearchParams): ConnectionOptions {
  const [root, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => {
    const path = parameters.get(name)
    return path === null || path === 'system' ? undefined : fileOf(name, path)
  })
  return {
    ...(root !== undefined && { ca: root }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  }
}

const uncheckedWarning = (mode: string): string =>
  `DATABASE_URL has sslmode=${mode}: the connection is encrypted, but any server may answer it; use verify-full, with sslrootcert where the authority is your own`

function fileOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UrlError(`names a file in ${name} that cannot be read: ${path}`)
  }
}
