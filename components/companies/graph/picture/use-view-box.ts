'use client'

import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'

import type { Area, Point, Size } from '../layout/layout-types'
import type { Picture } from './draw-picture'
import { firstView, fitAll, limitToWindow, reveal, type ViewBox, zoomAt } from './view-box'

/**
 * The milliseconds after the last movement until the browser paints at full sharpness; during a movement it only
 * transforms what it has painted.
 */
const REST_MS = 160
const ZOOM_STEP = 1.3
/** Below this scale text is too small to read. */
const FAR_SCALE = 0.4

type Change = (view: ViewBox, window: Size) => ViewBox

export interface ViewBoxControls {
  readonly panBy: (x: number, y: number) => void
  readonly zoomBy: (direction: 1 | -1) => void
  readonly zoomAround: (factor: number, point: Point) => void
  readonly fit: () => void
  /** `aside` is the width in pixels that is covered at the right. */
  readonly show: (area: Area, aside?: number) => void
}

interface ViewBoxInput {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly stage: RefObject<SVGSVGElement | null>
  readonly picture: Picture
}

/** Pans and zooms by a CSS transform of the stage, so that a movement renders nothing in React. */
export function useViewBox({ frame, stage, picture }: ViewBoxInput): ViewBoxControls {
  const view = useRef<ViewBox>(undefined)
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const apply = useCallback(() => {
    const [svg, now] = [stage.current, view.current]
    if (!svg || !now) return
    const { x, y, scale } = now
    svg.style.transform = `translate(${x + picture.left * scale}px, ${y + picture.top * scale}px) scale(${scale})`
    svg.toggleAttribute('data-far', scale < FAR_SCALE)
    svg.dataset['scale'] = String(scale)
  }, [stage, picture])
  const change = useCallback(
    (changeView: Change) => {
      const [window, svg] = [sizeOf(frame.current), stage.current]
      if (view.current === undefined || window === undefined || !svg) return
      view.current = limitToWindow(changeView(view.current, window), picture, window)
      svg.style.willChange = 'transform'
      clearTimeout(restTimer.current)
      restTimer.current = setTimeout(() => (svg.style.willChange = ''), REST_MS)
      apply()
    },
    [apply, frame, stage, picture],
  )
  useLayoutEffect(() => {
    const window = sizeOf(frame.current)
    if (window === undefined) return
    view.current ??= firstView(picture, window)
    apply()
  }, [apply, frame, picture])
  useLayoutEffect(() => () => clearTimeout(restTimer.current), [])
  return useMemo(
    () => ({
      panBy: (x, y) => change((now) => ({ ...now, x: now.x + x, y: now.y + y })),
      zoomBy: (direction) =>
        change((now, { width, height }) =>
          zoomAt(now, direction === 1 ? ZOOM_STEP : 1 / ZOOM_STEP, { x: width / 2, y: height / 2 }),
        ),
      zoomAround: (factor, point) => change((now) => zoomAt(now, factor, point)),
      fit: () => change((_, window) => fitAll(picture, window)),
      show: (area, aside = 0) =>
        change((now, { width, height }) =>
          reveal(now, area, { width: width - (width > 2 * aside ? aside : 0), height }),
        ),
    }),
    [change, picture],
  )
}

function sizeOf(frame: HTMLDivElement | null): Size | undefined {
  return frame && frame.clientWidth > 0 ? { width: frame.clientWidth, height: frame.clientHeight } : undefined
}
