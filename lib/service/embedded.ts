import { type DoorOptions, listenHttp } from './door'
import type { ServiceDependencies } from './http/context'
import type { ServiceJob } from './jobs'
import { createService, type Service } from './service'

export type Embedded = {
  readonly service: Service
  /** Ends the calls that wait for events, closes the HTTP server, then stops the jobs. The store is closed by whoever opened it. */
  stop(): Promise<void>
}

/** What fills a store with sample data and goes on with it. The service itself knows nothing of it. */
export type SampleData = {
  load(dependencies: ServiceDependencies): Promise<void>
  readonly jobs: readonly ServiceJob[]
}

export type EmbeddedOptions = DoorOptions & {
  readonly sample: SampleData
  /** Whether the store is filled at start, and the registers of the sample publish. */
  readonly loadsSample: boolean
  /** Asked before each turn of their jobs: whether they still publish. */
  readonly sampleGoesOn: () => Promise<boolean>
}

/** The whole service in this process: its HTTP server first, so that a taken port is found before anything is written. */
export async function startEmbedded(dependencies: ServiceDependencies, options: EmbeddedOptions): Promise<Embedded> {
  const { sample, loadsSample, sampleGoesOn, ...at } = options
  const service = createService(dependencies, loadsSample ? sample.jobs.map((job) => asLongAs(sampleGoesOn, job)) : [])
  const server = await listenHttp(service, at)
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

/** A job whose turns do nothing once its time is over. */
const asLongAs = (goesOn: () => Promise<boolean>, job: ServiceJob): ServiceJob => ({
  ...job,
  run: async (dependencies, stopping) => {
    if (await goesOn()) await job.run(dependencies, stopping)
  },
})
