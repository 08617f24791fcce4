import type { ServiceDependencies } from './context'
import { openDoor } from './door'
import { loadSampleData } from './sample/load'
import { createService, type Service } from './service'

export type Embedded = {
  readonly service: Service
  /** Closes the door, then stops the jobs. The store is closed by whoever opened it. */
  stop(): Promise<void>
}

/** The whole service in this process: its door first, so that a taken port is found before anything is written. */
export async function startEmbedded(
  dependencies: ServiceDependencies,
  at: { host: string; port: number; sampleData: boolean },
): Promise<Embedded> {
  const service = createService(dependencies)
  const door = await openDoor(service, at)
  if (at.sampleData) await loadSampleData(dependencies)
  service.startJobs()
  return {
    service,
    stop: async () => {
      await door.close()
      await service.stop()
    },
  }
}
