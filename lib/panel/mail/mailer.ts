import type { Transporter } from 'nodemailer'
import { type Logger, pino } from 'pino'

import { type UnsubscribeLinks, unsubscribeLinks } from '@/lib/features/deliveries/unsubscribe-links'
import { inMail } from '@/lib/telemetry/outgoing'

import type { Env } from '../env'
import { readMailCertificate } from '../outgoing/certificate'
import { type MailServer, MailServerAway, watchMailServer } from './mail-server'

/** One e-mail to one address. */
export type OutgoingMail = {
  /** Stays the same over every attempt, so that a mailbox recognises one that came twice. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a mail program can end it for its reader (RFC 8058). */
  readonly unsubscribeUrl: string | undefined
}

export type Mailer = {
  /**
   * Rejects with `MailRefused` when the server will never take the mail, with `MailServerAway` when it takes none now, with anything else
   * when it may take it later.
   */
  send(mail: OutgoingMail): Promise<void>
  /** Absent: nobody watches it. */
  readonly server?: Pick<MailServer, 'isAway' | 'mayTry' | 'isReady'>
}

/** How e-mails leave, and where their links lead. */
export type MailService = {
  readonly mailer: Mailer | null
  readonly panelUrl: string | undefined
  readonly unsubscribeLinks: (mailId: string) => UnsubscribeLinks | undefined
  /** The mail server takes no mails, as far as this process knows. Looks again, in the background, when it is time to. */
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

/** A server that is there connects and greets far sooner. What it does with a mail before it says that it has it may take longer. */
const PATIENCE = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const

/** By an SMTP server; a connection for each mail, because there are few. */
export function createMailer({ url, from }: NonNullable<Env['smtp']>, log: Logger, now?: () => number): Mailer {
  let opened: Transporter | undefined
  const transport = async () => (opened ??= await openTransport(url))
  const probe = async () => {
    await (await transport()).verify().catch((error: unknown) => {
      throw awayBecause(error, url)
    })
  }
  const server = watchMailServer({ place: placeOf(url), log, probe, now })
  return {
    server,
    send: async ({ id, to, subject, text, html, unsubscribeUrl }) => {
      const messageId = `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
      const addresses = { from: { ...from }, to: { name: '', address: to } }
      const headers = { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) }
      const message = { ...addresses, subject: oneLine(subject), text, html, messageId, headers }
      try {
        await inMail(async () => {
          await (await transport()).sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
        })
      } catch (error) {
        const told = toMailError(error, url)
        // A server that refuses one mail is there.
        if (told instanceof MailServerAway) server.noteAway(told)
        else server.noteSent()
        throw told
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

/** Without the user and the password. */
const placeOf = (url: string): string => {
  const { host, port } = addressOf(url)
  return `${host}:${port}`
}

const unsubscribeHeaders = (url: string | undefined) =>
  url === undefined ? {} : { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }

async function openTransport(url: string): Promise<Transporter> {
  // Loaded with the first mail: a panel that sends none pays neither its time nor its memory.
  const { createTransport } = await import('nodemailer')
  return createTransport(withPatience(url))
}

/** The library takes a URL's own options and no others; what the operator wrote there counts. */
export function withPatience(text: string): string {
  const url = new URL(text)
  for (const [name, ms] of Object.entries(PATIENCE)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms))
  }
  return url.href
}

/** What follows a line break would be a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** What the server says of one recipient or of the message; anything else would meet every mail. */
const ABOUT_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA']
/** The server ends the conversation whatever it is about (RFC 5321, 3.8). */
const SHUTTING_DOWN = 421

function toMailError(error: unknown, url: string): Error {
  const command = error instanceof Error && 'command' in error ? error.command : undefined
  const code = codeOfMail(error, command)
  if (code !== null && code >= 500) return new MailRefused(toMessage(error), { cause: error })
  if (code !== null || isUnsendable(error)) return error instanceof Error ? error : new Error(String(error))
  return awayBecause(error, url, command === 'MAIL FROM' ? 'sender' : 'server')
}

function awayBecause(error: unknown, url: string, about: MailServerAway['about'] = 'server'): MailServerAway {
  const reason = toMessage(error)
  const explain = async () => {
    const certificate = /certificate/i.test(reason) ? await readMailCertificate(addressOf(url)) : undefined
    return certificate === undefined ? reason : `${reason}; ${certificate}`
  }
  return new MailServerAway(reason, { about, cause: error, explain })
}

/** What the server said of the mail itself; null where it said nothing of it. */
function codeOfMail(error: unknown, command: unknown): number | null {
  const code = responseCodeOf(error)
  return ABOUT_THE_MAIL.includes(command) && code !== SHUTTING_DOWN ? code : null
}

/** No server was asked: the library itself cannot make this mail. */
const isUnsendable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EMESSAGE', 'EENVELOPE', 'ESTREAM'].includes(String(error.code)) &&
  responseCodeOf(error) === null

/** What the server answered with; null where it did not. */
export function responseCodeOf(error: unknown): number | null {
  const told = error instanceof MailRefused || error instanceof MailServerAway ? error.cause : error
  const code = told instanceof Error && 'responseCode' in told ? told.responseCode : undefined
  return typeof code === 'number' ? code : null
}

/** One short line, for the list of deliveries. */
export const toMessage = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 200)
