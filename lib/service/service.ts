import type { AddTrailers, PanelPrincipal, ServiceDependencies } from './context'
import { jobs } from './job-list'
import { type RunningJobs, startJobs } from './jobs'
import { createApp } from './serve'

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

export function createService(dependencies: ServiceDependencies): Service {
  const app = createApp(dependencies)
  let running: RunningJobs | undefined
  return {
    handle: (request, addTrailers) => Promise.resolve(app.fetch(request, addTrailers ? { addTrailers } : {})),
    handleFor: async (principal, request) => app.fetch(request, { principal }),
    dependencies,
    startJobs: () => {
      running ??= startJobs(jobs, dependencies)
    },
    stop: async () => {
      const stopping = running
      running = undefined
      await stopping?.stop()
    },
  }
}
