import { connect as connectPlainly, isIP, type LookupFunction, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect, type ConnectionOptions } from 'node:tls'

import { hostOf, portOf } from './allowed-networks'
import type { ProxyRoute } from './outgoing-agent'
import { reasonOf } from './reasons'
import { openTunnel } from './tunnel'

const PATIENCE_MS = 3000
/** Error codes of TLS for a certificate that it does not accept. */
const CERTIFICATE_ERROR = /^(?:CERT_|ERR_TLS_CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/

type RouteOptions = { readonly lookup?: LookupFunction; readonly route?: ProxyRoute }

/**
 * Why a call failed, for the log. For a rejected certificate it adds which one it is and its validity, read over a
 * separate connection on which no data is sent.
 */
export async function reasonAt(target: URL, error: unknown, options: RouteOptions = {}): Promise<string> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!CERTIFICATE_ERROR.test(code)) return reasonOf(error)
  const certificate = await readCertificate(target, options).catch(() => undefined)
  return certificate === undefined ? reasonOf(error) : `${reasonOf(error)}; ${certificate}`
}

async function readCertificate(target: URL, { lookup, route }: RouteOptions): Promise<string> {
  const host = hostOf(target)
  const proxy = await route?.(target)
  const to = proxy
    ? { socket: await openTunnel(proxy, target) }
    : { host, port: portOf(target), ...(lookup && { lookup }) }
  return describe(host, to)
}

/** The same for a mail server, which may begin without TLS (RFC 3207). Undefined when no certificate can be read. */
export function readMailCertificate({ host, port, isSecure }: MailServerAddress): Promise<string | undefined> {
  const read = isSecure
    ? describe(host, { host, port })
    : startTls(host, port).then((socket) => describe(host, { socket }))
  return read.catch(() => undefined)
}

type MailServerAddress = { readonly host: string; readonly port: number; readonly isSecure: boolean }

async function startTls(host: string, port: number): Promise<Socket> {
  const socket = connectPlainly({ host, port })
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('No answer in time')))
  const commands = ['EHLO localhost', 'STARTTLS']
  for await (const line of createInterface({ input: socket })) {
    // The last line of a reply has a blank after its code.
    if (!/^\d{3} /.test(line)) continue
    const command = commands.shift()
    if (command === undefined) return socket
    socket.write(`${command}\r\n`)
  }
  throw new Error('The server ended the conversation')
}

function describe(host: string, to: ConnectionOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...to,
      ...(isIP(host) === 0 && { servername: host }),
      // The certificate is only read; no data is sent on this connection.
      rejectUnauthorized: false,
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('No answer in time')))
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      const { subject, issuer, valid_from: from, valid_to: until } = socket.getPeerCertificate()
      socket.destroy()
      resolve(
        `the certificate of ${host} ("${nameOf(subject.CN)}", issued by "${nameOf(issuer.CN)}") is valid from ${dayOf(from)} until ${dayOf(until)}`,
      )
    })
  })
}

const nameOf = (name: string | readonly string[] | undefined): string => [name ?? '?'].flat().join(', ')
const dayOf = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())
