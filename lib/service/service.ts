import { downloadJob } from './documents/paid-downloads'
import type { AddTrailers, PanelPrincipal, ServiceDependencies } from './http/context'
import { type RunningJobs, type ServiceJob, startJobs } from './jobs'
import { forgetAnswersJob } from './metering/answered-once'
import { eventHubOf } from './monitors/event-hub'
import { reportJobs } from './reports/report-jobs'
import { serve } from './serve'
import { paidStreamJob } from './streams/paid-stream'

export type Service = {
  /** The public door: an `x-api-key` decides who is asking; rows of the panel do not exist here. */
  handle(request: Request, came?: CallerAtDoor): Promise<Response>
  /** The panel's door (decision 38): who is asking was decided by the session. */
  handleFor(principal: PanelPrincipal, request: Request): Promise<Response>
  readonly dependencies: ServiceDependencies
  /** Starts the periodic jobs; a second call changes nothing. */
  startJobs(): void
  /** Of the jobs that run, those that hang (`RunningJobs`). */
  stalled(): readonly string[]
  /** Ends the answers that wait for events, those to come as well: before the door closes, which waits for answers. */
  endWaits(): void
  /** Stops the jobs and waits for the running ones. The store is closed by whoever opened it. */
  stop(): Promise<void>
}

/** What only the door knows of a caller. */
export type CallerAtDoor = {
  /** Undefined where it cannot be told: keys that are bound to addresses are refused then. */
  readonly address?: string | undefined
  /** Where HTTP can carry them. */
  readonly addTrailers?: AddTrailers | undefined
  /** W3C Trace Context of a caller whom the operator trusts. */
  readonly traceparent?: string | undefined
}

/** Periodic work of the service, whatever data it holds. */
export const serviceJobs: readonly ServiceJob[] = [...reportJobs, downloadJob, forgetAnswersJob, paidStreamJob]

/** `moreJobs` run beside `serviceJobs`. */
export function createService(dependencies: ServiceDependencies, moreJobs: readonly ServiceJob[] = []): Service {
  let running: RunningJobs | undefined
  return {
    handle: (request, came) => serve({ request, ...came }, dependencies),
    handleFor: (principal, request) => serve({ request, principal }, dependencies),
    dependencies,
    startJobs: () => {
      running ??= startJobs([...serviceJobs, ...moreJobs], dependencies)
    },
    stalled: () => running?.stalled() ?? [],
    endWaits: () => eventHubOf(dependencies).end(),
    stop: async () => {
      const stopping = running
      running = undefined
      await stopping?.stop()
    },
  }
}
