import { publicServices } from './bzp-public-services'
import { supportingServices } from './bzp-supporting-services'
import type { BzpTopic } from './bzp-topic'

export const services: readonly BzpTopic[] = [...publicServices, ...supportingServices]
