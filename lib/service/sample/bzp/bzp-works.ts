import { buildingWorks } from './bzp-building-works'
import { civilWorks } from './bzp-civil-works'
import type { BzpTopic } from './bzp-topic'

export const works: readonly BzpTopic[] = [...civilWorks, ...buildingWorks]
