import type { LayoutPlan, LayoutRequest } from './layout-types'
import { layoutWithoutDagre } from './plan-layout'
import { layoutInRows } from './row-layout'

/** A layout cannot be stopped from within: the thread that takes longer is ended, and the rows, which take milliseconds, stand in. */
const PATIENCE_MS = 3_000

/** What takes milliseconds is done here, what takes longer in a thread of its own. A signal ends the thread; what comes then is of no use. */
export async function runLayout(request: LayoutRequest, signal: AbortSignal): Promise<LayoutPlan> {
  const quick = layoutWithoutDagre(request)
  if (quick !== undefined) return quick
  return (await inThread(request, signal)) ?? withWords(layoutInRows(request), request)
}

/** Words that would have had room stand half way. */
function withWords(plan: LayoutPlan, { lines }: LayoutRequest): LayoutPlan {
  const labels = lines.flatMap(({ id, from, to, label }) => {
    const [a, b] = [plan.centres[from], plan.centres[to]]
    return label && a && b ? [[id, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }] as const] : []
  })
  return { ...plan, labels: Object.fromEntries(labels) }
}

/** Undefined: no thread, or it fell over, or took too long. */
async function inThread(request: LayoutRequest, signal: AbortSignal): Promise<LayoutPlan | undefined> {
  const worker = startLayoutWorker()
  if (worker === undefined) return undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<LayoutPlan | undefined>((resolve) => {
      const giveUp = () => resolve(undefined)
      worker.addEventListener('message', ({ data }: MessageEvent<LayoutPlan>) => resolve(data))
      worker.addEventListener('error', giveUp)
      worker.addEventListener('messageerror', giveUp)
      signal.addEventListener('abort', giveUp)
      patience = setTimeout(giveUp, PATIENCE_MS)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
      worker.postMessage(request)
    })
  } finally {
    clearTimeout(patience)
    worker.terminate()
  }
}

function startLayoutWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return undefined
  }
}
