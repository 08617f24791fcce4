import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import type { ProvinceMapProps } from './province-map'

/** Fetched when the map is opened for the first time. */
export const LazyProvinceMap = lazyComponent<ProvinceMapProps>(async () => (await import('./province-map')).ProvinceMap)
