'use client'

import { useEffect, useMemo, useRef, useState } from 'react'

import type { LayoutBox, LayoutLine, LayoutPlan, LayoutRequest, Point } from './layout/layout-types'
import { layoutWithoutDagre } from './layout/plan-layout'
import { layoutInRows } from './layout/row-layout'
import type { CompanyGraph } from './model/company-graph'
import { linksOf } from './model/graph-links'
import { type GraphView, viewGraph } from './model/graph-view'
import { boxesOf, drawPicture, layoutLinesOf } from './picture/draw-picture'
import { makeFaces } from './picture/faces'
import type { GraphWords } from './picture/graph-words'
import type { MeasureText } from './picture/text-fit'

/**
 * A layout cannot be interrupted: its worker is terminated after this time, and the row layout, which takes
 * milliseconds, replaces it.
 */
const LAYOUT_TIMEOUT_MS = 3_000

/**
 * Labels are shown up to this many lines: sample companies with more were wider than a window
 * (docs/decisions/graph.md).
 */
const LABELLED_LINES = 10

interface PictureInput {
  readonly graph: CompanyGraph
  readonly open: ReadonlySet<string>
  readonly words: GraphWords
  readonly measure: MeasureText
  readonly notes: ReadonlyMap<string, string>
  /** A changed number starts the layout over. */
  readonly generation: number
}

/** Computes the picture of a graph. When the graph grows, nodes already drawn do not move. */
export function useGraphPicture({ graph, open, words, measure, notes, generation }: PictureInput) {
  const links = useMemo(() => linksOf(graph), [graph])
  const view = useMemo(() => viewGraph(graph, { links, open }), [graph, links, open])
  const labelled = useLabelledNodes(view, generation)
  const input = useMemo(() => {
    const faces = makeFaces({ view, links, words, measure, labelled, notes })
    return { view, faces, words, measure }
  }, [view, links, words, measure, labelled, notes])
  const request = useMemo(
    () => ({ root: view.root, boxes: boxesOf(input), lines: layoutLinesOf(input, labelled.size > 0) }),
    [view, input, labelled],
  )
  const plan = usePlan(request, generation)
  /** Undefined during the first layout. */
  const picture = useMemo(() => plan && drawPicture(input, plan), [plan, input])
  return { links, picture }
}

/** Space for labels is reserved when the layout starts over, not for nodes added later. */
function useLabelledNodes(view: GraphView, generation: number): ReadonlySet<string> {
  const [currentLayout, setCurrentLayout] = useState({ view, generation })
  if (currentLayout.generation !== generation) setCurrentLayout({ view, generation })
  return useMemo(
    () =>
      new Set(currentLayout.view.lines.length <= LABELLED_LINES ? currentLayout.view.nodes.map(({ id }) => id) : []),
    [currentLayout],
  )
}

interface CurrentLayout {
  readonly generation: number
  readonly plan: LayoutPlan
  readonly sizes: ReadonlyMap<string, LayoutBox>
}

type Request = Omit<LayoutRequest, 'fixed'>

function usePlan(request: Request, generation: number): LayoutPlan | undefined {
  const [currentLayout, setCurrentLayout] = useState<CurrentLayout>()
  const last = useRef<CurrentLayout>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    const before = last.current?.generation === generation ? last.current : undefined
    const fixed = fixedOf(request, before)
    const startLayout = async () => {
      const plan = await runLayout({ ...request, fixed }, stop.signal)
      if (stop.signal.aborted) return
      last.current = {
        generation,
        plan: before === undefined ? plan : keepUnmovedRoutes(plan, before.plan, request),
        sizes: new Map(request.boxes.map((box) => [box.id, box])),
      }
      setCurrentLayout(last.current)
    }
    void startLayout()
    return () => stop.abort()
  }, [request, generation])
  return currentLayout?.plan
}

/** Existing boxes do not move, except a frame that has opened or closed and needs space for its new size. */
function fixedOf({ boxes }: Request, before: CurrentLayout | undefined): Record<string, Point> {
  const fixed: Record<string, Point> = {}
  for (const { id, width, height } of boxes) {
    const [centre, size] = [before?.plan.centres[id], before?.sizes.get(id)]
    // A box that grew by one text line keeps its position; a resized frame does not.
    if (centre === undefined || size === undefined) continue
    if (Math.abs(size.height - height) < 20 && Math.abs(size.width - width) < 130) fixed[id] = centre
  }
  return fixed
}

/** Lines between existing boxes keep their route. */
function keepUnmovedRoutes(plan: LayoutPlan, previous: LayoutPlan, { lines }: Request): LayoutPlan {
  const isUnmoved = ({ from, to }: LayoutLine) =>
    [from, to].every((id) => {
      const [a, b] = [plan.centres[id], previous.centres[id]]
      return a !== undefined && b !== undefined && a.x === b.x && a.y === b.y
    })
  const unmovedIds = lines.filter(isUnmoved).map(({ id }) => id)
  const pick = <T>(byId: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(unmovedIds.flatMap((id) => (byId[id] === undefined ? [] : [[id, byId[id]] as const])))
  return { centres: plan.centres, bends: pick(previous.bends), labels: pick(previous.labels) }
}

/**
 * Runs fast layouts directly and slow ones in a worker. The signal terminates the worker; a later result is discarded.
 */
async function runLayout(request: LayoutRequest, signal: AbortSignal): Promise<LayoutPlan> {
  const quick = layoutWithoutDagre(request)
  if (quick !== undefined) return quick
  return (await layoutInWorker(request, signal)) ?? withCentredLabels(layoutInRows(request), request)
}

/** Labels without reserved space are placed in the middle of their lines. */
function withCentredLabels(plan: LayoutPlan, { lines }: LayoutRequest): LayoutPlan {
  const labels = lines.flatMap(({ id, from, to, label }) => {
    const [a, b] = [plan.centres[from], plan.centres[to]]
    return label && a && b ? [[id, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }] as const] : []
  })
  return { ...plan, labels: Object.fromEntries(labels) }
}

/** Undefined if there is no worker, or if it failed or took too long. */
async function layoutInWorker(request: LayoutRequest, signal: AbortSignal): Promise<LayoutPlan | undefined> {
  const worker = startLayoutWorker()
  if (worker === undefined) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<LayoutPlan | undefined>((resolve) => {
      const giveUp = () => resolve(undefined)
      worker.addEventListener('message', ({ data }: MessageEvent<LayoutPlan>) => resolve(data))
      worker.addEventListener('error', giveUp)
      worker.addEventListener('messageerror', giveUp)
      signal.addEventListener('abort', giveUp)
      timer = setTimeout(giveUp, LAYOUT_TIMEOUT_MS)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
      worker.postMessage(request)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

function startLayoutWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./layout/layout.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return undefined
  }
}
