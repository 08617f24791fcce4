import { deleteCallsJob, flushRefusedCalls } from './calls/refused-calls'
import { downloadJob } from './documents/paid-downloads'
import type { AddTrailers, PanelPrincipal, ServiceDependencies } from './http/context'
import { type RunningJobs, type ServiceJob, startJobs } from './jobs'
import { deleteAnswersJob } from './metering/idempotent-answers'
import { eventHubOf } from './monitors/event-hub'
import { reportJobs } from './reports/report-jobs'
import { serve } from './serve'
import { paidStreamJob } from './streams/paid-stream'

export type Service = {
  /** The public entry point: an `x-api-key` identifies the caller; operations of the panel do not exist here. */
  handle(request: Request, caller?: HttpCaller): Promise<Response>
  /** The entry point of the panel (decision 38, trust in the panel): the session has identified the caller. */
  handleFor(principal: PanelPrincipal, request: Request): Promise<Response>
  readonly dependencies: ServiceDependencies
  /** Starts the periodic jobs; a second call has no effect. */
  startJobs(): void
  /** Running jobs that hang (`RunningJobs`). */
  stalled(): readonly string[]
  /** Ends all current and future waits for events. Call it before the server closes, which waits for answers. */
  endWaits(): void
  /** Stops the jobs and waits for running ones. The caller closes the store. */
  stop(): Promise<void>
}

/** Data of a caller that only the HTTP server knows. */
export type HttpCaller = {
  /** Undefined if it is unknown; keys that are restricted to addresses are then refused. */
  readonly address?: string | undefined
  /** Present if the connection supports trailers. */
  readonly addTrailers?: AddTrailers | undefined
  /** W3C Trace Context of a caller that the operator trusts. */
  readonly traceparent?: string | undefined
}

/** Periodic jobs that do not depend on the data source. */
export const serviceJobs: readonly ServiceJob[] = [
  ...reportJobs,
  downloadJob,
  deleteAnswersJob,
  paidStreamJob,
  deleteCallsJob,
]

/** `moreJobs` run in addition to `serviceJobs`. */
export function createService(dependencies: ServiceDependencies, moreJobs: readonly ServiceJob[] = []): Service {
  let running: RunningJobs | undefined
  return {
    handle: (request, caller) => serve({ request, ...caller }, dependencies),
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
      await flushRefusedCalls(dependencies)
    },
  }
}
