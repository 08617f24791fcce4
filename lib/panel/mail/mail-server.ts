import type { Logger } from 'pino'

import { doubledWait } from '@/lib/domain/back-off'

import { createOutageLine } from '../outgoing/outage-line'

/**
 * What is wrong is the mail server's or its settings', and nothing of the mail: every other mail would fail the same way now. `sender`:
 * it refuses who the mails are from, which only a mail can show.
 */
export class MailServerAway extends Error {
  override readonly name = 'MailServerAway'
  readonly about: 'server' | 'sender'
  /** The reason with all that can be learnt, for the log. Never rejects. */
  readonly explain: () => string | Promise<string>

  constructor(reason: string, { about = 'server', cause, explain = () => reason }: Partial<Away> = {}) {
    super(reason, { cause })
    this.about = about
    this.explain = explain
  }
}

type Away = Pick<MailServerAway, 'about' | 'explain' | 'cause'>

/** Between two questions whether the server is back, the longest last. */
const WAITS = { firstMs: 5000, longestMs: 30_000 }

/** Whether the mail server takes mails, as this process last saw it. */
export type MailServer = {
  /** It did not take the last mail that was tried, and has not been seen to be back. */
  isAway(): boolean
  /** A mail may be tried: it is not away, or it is time to see whether it is. */
  mayTry(): boolean
  /** The same after the server was asked whether it is back, where it is time to. Never rejects. */
  isReady(): Promise<boolean>
  noteSent(): void
  noteAway(error: MailServerAway): void
}

type Watched = {
  /** Host and port, for the log. */
  readonly place: string
  readonly log: Logger
  /** Connects and signs in, without a mail. Rejects with `MailServerAway`. */
  readonly probe: () => Promise<void>
  /** Milliseconds of any clock that only goes on. */
  readonly now?: (() => number) | undefined
}

type Outage = {
  readonly failures: number
  readonly nextAt: number
  readonly about: MailServerAway['about']
  /** The server answers, and a mail is to show whether it takes it. */
  readonly isOnTrial: boolean
}

/** One line of the log when the server goes away, and one when it is back. */
export function watchMailServer({ place, log, probe, now = () => performance.now() }: Watched): MailServer {
  let outage: Outage | undefined
  let asking: Promise<boolean> | undefined
  const wait = (failures: number) => now() + doubledWait(failures + 1, WAITS)
  const line = createOutageLine(log, {
    fields: { server: place },
    away: 'the mail server does not take e-mails; they wait until it does',
    back: 'the mail server takes e-mails again',
    now,
  })
  const noteAway = (error: MailServerAway) => {
    line.failed(error.explain)
    const failures = outage?.failures ?? 0
    outage = { failures: failures + 1, nextAt: wait(failures), about: error.about, isOnTrial: false }
  }
  const noteSent = () => {
    line.worked()
    outage = undefined
  }
  const noteAnswer = () => {
    if (outage?.about === 'sender') outage = { ...outage, nextAt: wait(outage.failures), isOnTrial: true }
    else noteSent()
  }
  const ask = async () => {
    try {
      await probe()
      noteAnswer()
      return true
    } catch (error) {
      noteAway(error instanceof MailServerAway ? error : new MailServerAway(String(error)))
      return false
    } finally {
      asking = undefined
    }
  }
  const mayTry = () => outage === undefined || outage.isOnTrial
  return {
    isAway: () => outage !== undefined,
    mayTry,
    isReady: () => {
      if (!outage) return Promise.resolve(true)
      if (!asking && now() < outage.nextAt) return Promise.resolve(mayTry())
      return (asking ??= ask())
    },
    noteSent,
    noteAway,
  }
}
