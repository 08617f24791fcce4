import type { Logger } from 'pino'

/** One line of the log when something outside goes away, and one when it is back, however often it is tried in between. */
export type OutageLine = {
  /** `reason` is asked for where it is written. */
  failed(reason: () => string | Promise<string>): void
  worked(): void
}

type Words = {
  /** Stands in both lines. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly away: string
  readonly back: string
  /** Milliseconds of any clock that only goes on. */
  readonly now?: (() => number) | undefined
}

export function createOutageLine(
  log: Logger,
  { fields, away, back, now = () => performance.now() }: Words,
): OutageLine {
  let outage: { readonly since: number; failures: number } | undefined
  return {
    failed: (reason) => {
      if (outage) {
        outage.failures += 1
        return
      }
      outage = { since: now(), failures: 1 }
      void Promise.resolve(reason()).then((said) => log.warn({ ...fields, reason: said }, away))
    },
    worked: () => {
      if (!outage) return
      const seconds = Math.round((now() - outage.since) / 1000)
      log.info({ ...fields, seconds, failures: outage.failures }, back)
      outage = undefined
    },
  }
}
