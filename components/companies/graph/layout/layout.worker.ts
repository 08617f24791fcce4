import { layoutByDagre } from './dagre-layout'
import type { LayoutPlan, LayoutRequest } from './layout-types'
import { isStrip } from './plan-layout'
import { layoutInRows } from './row-layout'

function planLayout(request: LayoutRequest): LayoutPlan {
  const layered = layoutByDagre(request)
  return isStrip(request, layered) ? layoutInRows(request) : layered
}

addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => {
  postMessage(planLayout(data))
})
