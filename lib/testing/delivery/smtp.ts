import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  readonly from?: string | undefined
  readonly to: readonly string[]
  readonly raw: string
}
export type TestSmtp = {
  readonly url: string
  readonly mails: ReceivedMail[]
  readonly port: number
  /** Answer for recipients from now on; undefined accepts all. */
  refuse(newRefusal: { code: number; message: string } | undefined): void
  /** Answer for senders from now on. */
  refuseSender(newRefusal: { code: number; message: string } | undefined): void
  stop(): Promise<void>
}

type SmtpOptions = {
  /** A free port by default. */
  readonly port?: number
  /** If set, clients must authenticate with it. */
  readonly password?: string
  /** If set, the server supports STARTTLS with this certificate. */
  readonly certificate?: { readonly key: string; readonly cert: string }
}

/** A real SMTP server on loopback that records what it receives. */
export async function startSmtp({ port: listenPort = 0, password, certificate }: SmtpOptions = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  type Refusal = { code: number; message: string } | undefined
  let refusal: Refusal
  let senderRefusal: Refusal
  const errorOf = (rejection: Refusal) =>
    rejection ? Object.assign(new Error(rejection.message), { responseCode: rejection.code }) : undefined
  const server = new SMTPServer({
    disabledCommands: [...(password === undefined ? ['AUTH'] : []), ...(certificate ? [] : ['STARTTLS'])],
    ...certificate,
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => {
      if (auth.password === password) callback(null, { user: auth.username })
      else callback(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onMailFrom: (_address, _session, callback) => callback(errorOf(senderRefusal)),
    // Prevents a DNS query for 127.0.0.1.
    disableReverseLookup: true,
    onRcptTo: (_address, _session, callback) => {
      callback(errorOf(refusal))
    },
    onData: (stream, session, callback) => {
      const chunks: Uint8Array[] = []
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const { mailFrom } = session.envelope
        const from = mailFrom === false ? undefined : mailFrom.address
        mails.push({ from, to, raw: Buffer.concat(chunks).toString('utf8') })
        callback()
      })
    },
  })
  server.listen(listenPort, '127.0.0.1')
  await once(server.server, 'listening')
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    refuseSender: (newRefusal) => {
      senderRefusal = newRefusal
    },
    refuse: (newRefusal) => {
      refusal = newRefusal
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Unfolded header lines, and the decoded texts of a mail. */
export function readMail({ raw }: ReceivedMail): { headers: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = decodeWords(head.replaceAll(/\r\n[ \t]+/g, ' '))
  return { headers, text: rest.map((part) => decodePart(part)).join('\n') }
}

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(body, 'base64').toString('utf8') : fromQuoted(body.replaceAll('_', ' ')),
    )

function decodePart(part: string): string {
  const compact = part.split('\r\n--')[0]?.replaceAll('\r\n', '') ?? ''
  return /^[A-Za-z0-9+/]+={0,2}$/.test(compact) ? Buffer.from(compact, 'base64').toString('utf8') : fromQuoted(part)
}

const fromQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => `%${hex}`)
      .replaceAll(/\P{ASCII}/gu, (character) => encodeURIComponent(character))
      .replaceAll(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
