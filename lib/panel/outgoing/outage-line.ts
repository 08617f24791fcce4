import type { Logger } from 'pino'

/** Logs one line when an outside system fails and one when it recovers, however often it is tried in between. */
export type OutageLine = {
  /** `reason` is only called when a line is written. */
  failed(reason: () => string | Promise<string>): void
  worked(): void
}

type OutageLineOptions = {
  /** Added to both lines. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly awayMessage: string
  readonly backMessage: string
  /** Monotonic milliseconds. */
  readonly now?: (() => number) | undefined
}

export function createOutageLine(
  log: Logger,
  { fields, awayMessage, backMessage, now = () => performance.now() }: OutageLineOptions,
): OutageLine {
  let outage: { readonly since: number; failures: number } | undefined
  return {
    failed: (reason) => {
      if (outage) {
        outage.failures += 1
        return
      }
      outage = { since: now(), failures: 1 }
      void Promise.resolve(reason()).then((reasonText) => log.warn({ ...fields, reason: reasonText }, awayMessage))
    },
    worked: () => {
      if (!outage) return
      const seconds = Math.round((now() - outage.since) / 1000)
      log.info({ ...fields, seconds, failures: outage.failures }, backMessage)
      outage = undefined
    },
  }
}
