import type { AddTrailers, PanelPrincipal, ServiceDependencies } from './http/context'
import { type RunningJobs, type ServiceJob, startJobs } from './jobs'
import { reportJobs } from './reports/report-jobs'
import { serve } from './serve'

export type Service = {
  /** The public door: an `x-api-key` decides who is asking; rows of the panel do not exist here. `addTrailers` where HTTP can carry them. */
  handle(request: Request, addTrailers?: AddTrailers): Promise<Response>
  /** The panel's door (decision 38): who is asking was decided by the session. */
  handleFor(principal: PanelPrincipal, request: Request): Promise<Response>
  readonly dependencies: ServiceDependencies
  /** Starts the periodic jobs; a second call changes nothing. */
  startJobs(): void
  /** Stops the jobs and waits for the running ones. The store is closed by whoever opened it. */
  stop(): Promise<void>
}

/** `moreJobs` run beside those of the service itself. */
export function createService(dependencies: ServiceDependencies, moreJobs: readonly ServiceJob[] = []): Service {
  let running: RunningJobs | undefined
  return {
    handle: (request, addTrailers) => serve({ request, addTrailers }, dependencies),
    handleFor: (principal, request) => serve({ request, principal }, dependencies),
    dependencies,
    startJobs: () => {
      running ??= startJobs([...reportJobs, ...moreJobs], dependencies)
    },
    stop: async () => {
      const stopping = running
      running = undefined
      await stopping?.stop()
    },
  }
}
