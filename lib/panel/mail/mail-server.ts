import type { Logger } from 'pino'

import { doubledWait } from '@/lib/domain/back-off'

import { createOutageLine } from '../outgoing/outage-line'

/**
 * The mail server or its settings are at fault, not the mail: every other mail would fail the same way now. `sender`:
 * it rejects the sender address, which only a mail can show.
 */
export class MailServerAway extends Error {
  override readonly name = 'MailServerAway'
  readonly about: 'server' | 'sender'
  /** Detailed reason for the log. Never rejects. */
  readonly explain: () => string | Promise<string>

  constructor(reason: string, { about = 'server', cause, explain = () => reason }: Partial<UnavailableInput> = {}) {
    super(reason, { cause })
    this.about = about
    this.explain = explain
  }
}

type UnavailableInput = Pick<MailServerAway, 'about' | 'explain' | 'cause'>

/** Time between two checks whether the server is back; it grows up to the longest. */
const WAITS = { firstMs: 5000, longestMs: 30_000 }

/** Whether the mail server accepts mails, as far as this process knows. */
export type MailServer = {
  /** It did not accept the last mail, and has not been seen to be back. */
  isAway(): boolean
  /** A mail may be tried: the server is available, or it is time to check again. */
  mayTry(): boolean
  /** The same after checking the server, if a check is due. Never rejects. */
  isReady(): Promise<boolean>
  noteSent(): void
  noteAway(error: MailServerAway): void
}

type WatchOptions = {
  /** Host and port, for the log. */
  readonly hostAndPort: string
  readonly log: Logger
  /** Connects and signs in, without a mail. Rejects with `MailServerAway`. */
  readonly probe: () => Promise<void>
  /** Monotonic milliseconds. */
  readonly now?: (() => number) | undefined
}

type Outage = {
  readonly failures: number
  readonly nextAt: number
  readonly about: MailServerAway['about']
  /** The server answers, but only a mail shows whether it accepts mails. */
  readonly isOnTrial: boolean
}

/** Logs one line when the server becomes unavailable and one when it is back. */
export function watchMailServer({ hostAndPort, log, probe, now = () => performance.now() }: WatchOptions): MailServer {
  let outage: Outage | undefined
  let pendingProbe: Promise<boolean> | undefined
  const wait = (failures: number) => now() + doubledWait(failures + 1, WAITS)
  const line = createOutageLine(log, {
    fields: { server: hostAndPort },
    awayMessage: 'the mail server does not accept e-mails; they are queued until it does',
    backMessage: 'the mail server accepts e-mails again',
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
  const runProbe = async () => {
    try {
      await probe()
      noteAnswer()
      return true
    } catch (error) {
      noteAway(error instanceof MailServerAway ? error : new MailServerAway(String(error)))
      return false
    } finally {
      pendingProbe = undefined
    }
  }
  const mayTry = () => outage === undefined || outage.isOnTrial
  return {
    isAway: () => outage !== undefined,
    mayTry,
    isReady: () => {
      if (!outage) return Promise.resolve(true)
      if (!pendingProbe && now() < outage.nextAt) return Promise.resolve(mayTry())
      return (pendingProbe ??= runProbe())
    },
    noteSent,
    noteAway,
  }
}
