import { type HttpServerOptions, listenHttp } from './http-server'
import type { ServiceDependencies } from './http/context'
import type { ServiceJob } from './jobs'
import { createService, type Service } from './service'

export type Embedded = {
  readonly service: Service
  /** Ends the calls that wait for events, closes the HTTP server, then stops the jobs. The caller closes the store. */
  stop(): Promise<void>
}

/** Fills a store with sample data and continues to publish it. The service does not depend on it. */
export type SampleData = {
  load(dependencies: ServiceDependencies): Promise<void>
  readonly jobs: readonly ServiceJob[]
}

export type EmbeddedOptions = HttpServerOptions & {
  readonly sample: SampleData
  /** Whether the store is filled at start and the sample registers publish. */
  readonly loadsSample: boolean
  /** Checked before each run of the sample jobs: whether they still publish. */
  readonly isSamplePublishing: () => Promise<boolean>
}

/**
 * Starts the whole service in this process. The HTTP server comes first, so that an occupied port is found before any
 * write.
 */
export async function startEmbedded(dependencies: ServiceDependencies, options: EmbeddedOptions): Promise<Embedded> {
  const { sample, loadsSample, isSamplePublishing, ...httpOptions } = options
  const service = createService(
    dependencies,
    loadsSample ? sample.jobs.map((job) => runWhile(isSamplePublishing, job)) : [],
  )
  const server = await listenHttp(service, httpOptions)
  if (loadsSample) await sample.load(dependencies)
  service.startJobs()
  return {
    service,
    stop: async () => {
      service.endWaits()
      await server.close()
      await service.stop()
    },
  }
}

/** Runs of the job do nothing once `isPublishing` returns false. */
const runWhile = (isPublishing: () => Promise<boolean>, job: ServiceJob): ServiceJob => ({
  ...job,
  run: async (dependencies, stopping) => {
    if (await isPublishing()) await job.run(dependencies, stopping)
  },
})
