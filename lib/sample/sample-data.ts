import type { SampleData } from '@/lib/service/embedded'

import { bzpJob } from './bzp/bzp-rollover'
import { feederJob } from './feeder'
import { loadSampleData } from './load'

/** The sample world for a process that runs it. Its jobs do nothing in a store without sample data. */
export const sampleData: SampleData = {
  load: (dependencies) => loadSampleData(dependencies),
  jobs: [feederJob, bzpJob],
}
