import type { Transporter } from 'nodemailer'
import { type Logger, pino } from 'pino'

import { type UnsubscribeLinks, unsubscribeLinks } from '@/lib/features/deliveries/unsubscribe-links'
import { measureMail } from '@/lib/telemetry/outgoing'

import type { Env } from '../env'
import { readMailCertificate } from '../outgoing/certificate'
import { type MailServer, MailServerAway, watchMailServer } from './mail-server'

export type OutgoingMail = {
  /** The same for every attempt, so that a mailbox recognises duplicates. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** One-click unsubscribe address (RFC 8058). */
  readonly unsubscribeUrl: string | undefined
}

export type Mailer = {
  /**
   * Rejects with `MailRefused` when the server will never accept the mail, with `MailServerAway` when it accepts none
   * now, and otherwise when it may accept it later.
   */
  send(mail: OutgoingMail): Promise<void>
  /** Absent when availability is not tracked. */
  readonly server?: Pick<MailServer, 'isAway' | 'mayTry' | 'isReady'>
}

/** How e-mails are sent, and the base of their links. */
export type MailService = {
  readonly mailer: Mailer | null
  readonly panelUrl: string | undefined
  readonly unsubscribeLinks: (mailId: string) => UnsubscribeLinks | undefined
  /**
   * The mail server accepts no mails, as far as this process knows. Starts a check in the background when one is due.
   */
  isFailing(): boolean
}

export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export function createMailService(
  { smtp, panelUrl }: Pick<Env, 'smtp' | 'panelUrl'>,
  secretOf: () => string,
  log: Logger = pino({ level: 'silent' }),
): MailService {
  const mailer = smtp ? createMailer(smtp, log) : null
  return {
    mailer,
    panelUrl,
    unsubscribeLinks: (mailId) => unsubscribeLinks({ secret: secretOf(), panelUrl }, mailId),
    isFailing: () => {
      const isAway = mailer?.server?.isAway() ?? false
      // Never rejects.
      if (isAway) void mailer?.server?.isReady()
      return isAway
    },
  }
}

/** A panel without an SMTP server. */
export const noMail: MailService = {
  mailer: null,
  panelUrl: undefined,
  unsubscribeLinks: () => undefined,
  isFailing: () => false,
}

/** A healthy server connects and greets far sooner. It may need longer to process a mail before it confirms it. */
const DEFAULT_TIMEOUTS = {
  dnsTimeout: 5000,
  connectionTimeout: 5000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const

/** Sends by SMTP with one connection per mail, because there are few. */
export function createMailer({ url, from }: NonNullable<Env['smtp']>, log: Logger, now?: () => number): Mailer {
  let transporter: Transporter | undefined
  const transport = async () => (transporter ??= await openTransport(url))
  const probe = async () => {
    await (await transport()).verify().catch((error: unknown) => {
      throw unavailableError(error, url)
    })
  }
  const server = watchMailServer({ hostAndPort: hostAndPortOf(url), log, probe, now })
  return {
    server,
    send: async ({ id, to, subject, text, html, unsubscribeUrl }) => {
      const messageId = `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
      const addresses = { from: { ...from }, to: { name: '', address: to } }
      const headers = { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) }
      const message = { ...addresses, subject: oneLine(subject), text, html, messageId, headers }
      try {
        await measureMail(async () => {
          await (await transport()).sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
        })
      } catch (error) {
        const mailError = toMailError(error, url)
        // A server that refuses one mail is available.
        if (mailError instanceof MailServerAway) server.noteAway(mailError)
        else server.noteSent()
        throw mailError
      }
      server.noteSent()
    },
  }
}

function addressOf(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const isSecure = protocol === 'smtps:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (isSecure ? 465 : 587) : Number(port), isSecure }
}

/** Without user and password. */
const hostAndPortOf = (url: string): string => {
  const { host, port } = addressOf(url)
  return `${host}:${port}`
}

const unsubscribeHeaders = (url: string | undefined) =>
  url === undefined ? {} : { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }

async function openTransport(url: string): Promise<Transporter> {
  // Loaded with the first mail, so that a panel that sends none needs no time or memory for it.
  const { createTransport } = await import('nodemailer')
  return createTransport(withDefaultTimeouts(url))
}

/** The library only takes options of a URL; those that the operator wrote take precedence. */
export function withDefaultTimeouts(text: string): string {
  const url = new URL(text)
  for (const [name, ms] of Object.entries(DEFAULT_TIMEOUTS)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  }
  return url.href
}

/** A line break would start another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Commands whose refusal concerns one recipient or the message; a refusal of any other would affect every mail. */
const MAIL_COMMANDS: readonly unknown[] = ['RCPT TO', 'DATA']
/** The server ends the conversation, whatever the command was (RFC 5321, 3.8). */
const SHUTTING_DOWN = 421

function toMailError(error: unknown, url: string): Error {
  const command = error instanceof Error && 'command' in error ? error.command : undefined
  const code = codeOfMail(error, command)
  if (code !== null && code >= 500) return new MailRefused(toMessage(error), { cause: error })
  if (code !== null || isUnsendable(error)) return error instanceof Error ? error : new Error(String(error))
  return unavailableError(error, url, command === 'MAIL FROM' ? 'sender' : 'server')
}

function unavailableError(error: unknown, url: string, about: MailServerAway['about'] = 'server'): MailServerAway {
  const reason = toMessage(error)
  const explain = async () => {
    const certificate = /certificate/i.test(reason) ? await readMailCertificate(addressOf(url)) : undefined
    return certificate === undefined ? reason : `${reason}; ${certificate}`
  }
  return new MailServerAway(reason, { about, cause: error, explain })
}

/** Response code about the mail itself; null when the response was not about it. */
function codeOfMail(error: unknown, command: unknown): number | null {
  const code = responseCodeOf(error)
  return MAIL_COMMANDS.includes(command) && code !== SHUTTING_DOWN ? code : null
}

/** No server was involved: the library cannot build this mail. */
const isUnsendable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EMESSAGE', 'EENVELOPE', 'ESTREAM'].includes(String(error.code)) &&
  responseCodeOf(error) === null

/** Null when the server did not answer. */
export function responseCodeOf(error: unknown): number | null {
  const cause = error instanceof MailRefused || error instanceof MailServerAway ? error.cause : error
  const code = cause instanceof Error && 'responseCode' in cause ? cause.responseCode : undefined
  return typeof code === 'number' ? code : null
}

/** One short line for the list of deliveries. */
export const toMessage = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 200)
