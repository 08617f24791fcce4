import type { SampleData } from '@/lib/service/embedded'

import { bzpJob } from './bzp/bzp-rollover'
import { feederJob } from './feeder'
import { loadSampleData } from './load'

/** The sample world as a process that serves it is given it. Its jobs are idle in a store without sample data. */
export const sampleData: SampleData = {
  load: (dependencies) => loadSampleData(dependencies),
  jobs: [feederJob, bzpJob],
}
