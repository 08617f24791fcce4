import { energyAndVehicles } from './bzp-energy-and-vehicles'
import { goods } from './bzp-goods'
import type { BzpTopic } from './bzp-topic'

export const deliveries: readonly BzpTopic[] = [...goods, ...energyAndVehicles]
