import type { Transporter } from 'nodemailer'

import { inMail } from '@/lib/telemetry/outgoing'

import type { Env } from '../env'
import { type UnsubscribeLinks, unsubscribeLinks } from './unsubscribe-links'

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

/** Rejects with `MailRefused` when the server will never take it, with anything else when it may later. */
export type Mailer = { send(mail: OutgoingMail): Promise<void> }

/** How e-mails leave, and where their links lead. */
export type MailService = {
  readonly mailer: Mailer | null
  readonly panelUrl: string | undefined
  readonly unsubscribeLinks: (mailId: string) => UnsubscribeLinks | undefined
}

export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

export const createMailService = (
  { smtp, panelUrl }: Pick<Env, 'smtp' | 'panelUrl'>,
  secretOf: () => string,
): MailService => ({
  mailer: smtp ? observedMailer(createMailer(smtp)) : null,
  panelUrl,
  unsubscribeLinks: (mailId) => unsubscribeLinks({ secret: secretOf(), panelUrl }, mailId),
})

const observedMailer = ({ send }: Mailer): Mailer => ({ send: (mail) => inMail(() => send(mail)) })

/** A panel without an SMTP server. */
export const noMail: MailService = { mailer: null, panelUrl: undefined, unsubscribeLinks: () => undefined }

const PATIENCE_MS = 15_000

/** By an SMTP server; a connection for each mail, because there are few. */
export function createMailer({ url, from }: NonNullable<Env['smtp']>): Mailer {
  let transport: Transporter | undefined
  return {
    send: async ({ id, to, subject, text, html, unsubscribeUrl }) => {
      transport ??= await openTransport(url)
      const messageId = `<${id}@${hostOf(from)}>`
      const message = { from, to: { name: '', address: to }, subject: oneLine(subject), text, html, messageId }
      const headers = { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) }
      await transport.sendMail({ ...message, headers, disableFileAccess: true, disableUrlAccess: true }).catch(rethrow)
    },
  }
}

const unsubscribeHeaders = (url: string | undefined) =>
  url === undefined ? {} : { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }

async function openTransport(url: string): Promise<Transporter> {
  // Loaded with the first mail: a panel that sends none pays neither its time nor its memory.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
}

/** What follows a line break would be a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
const hostOf = (from: string): string => /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

function rethrow(error: unknown): never {
  const command = error instanceof Error && 'command' in error ? error.command : undefined
  const code = responseCodeOf(error) ?? 0
  // A server that refuses to talk, or whom it talks to, may take the mail another day; what is said of the mail itself stays.
  if (code >= 500 && (command === 'RCPT TO' || command === 'DATA')) {
    throw new MailRefused(toMessage(error), { cause: error })
  }
  throw error
}

/** What the server answered with; null where it did not. */
export function responseCodeOf(error: unknown): number | null {
  const told = error instanceof MailRefused ? error.cause : error
  const code = told instanceof Error && 'responseCode' in told ? told.responseCode : undefined
  return typeof code === 'number' ? code : null
}

/** One short line, for the list of deliveries. */
export const toMessage = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error)).slice(0, 200)
