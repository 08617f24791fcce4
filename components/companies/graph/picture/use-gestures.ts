'use client'

import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react'

import type { Point } from '../layout/layout-types'
import type { ViewBoxControls } from './use-view-box'

const KEY_STEP = 60
/** A shorter movement, in pixels, is a click. */
const CLICK_TOLERANCE = 4

const panKeys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
}

/** Handles dragging with one pointer, pinching with two, the wheel, arrow keys, + and -. */
export function useGestures(frame: RefObject<HTMLDivElement | null>, controls: ViewBoxControls) {
  useWheel(frame, controls)
  const pointersRef = useRef(new Map<number, Point>())
  const dragDistance = useRef(0)
  return useMemo(() => {
    const pointers = pointersRef.current
    const end = (event: PointerEvent) => void pointers.delete(event.pointerId)
    return {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
        dragDistance.current = 0
      },
      onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
        // The button was released outside the picture.
        if (event.buttons === 0) pointers.delete(event.pointerId)
        const before = pointers.get(event.pointerId)
        if (before === undefined) return
        const now = { x: event.clientX, y: event.clientY }
        dragDistance.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y)
        // The pointer is captured only once it drags, because otherwise nodes would receive no clicks.
        if (dragDistance.current > CLICK_TOLERANCE) event.currentTarget.setPointerCapture(event.pointerId)
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
        move({ before, now, other }, event.currentTarget, controls)
        pointers.set(event.pointerId, now)
      },
      onPointerUp: end,
      onPointerCancel: end,
      /** Prevents the click that ends a drag from selecting anything. */
      onClickCapture: (event: { stopPropagation: () => void; preventDefault: () => void }) => {
        if (dragDistance.current <= CLICK_TOLERANCE) return
        dragDistance.current = 0
        event.stopPropagation()
        event.preventDefault()
      },
      onKeyDown: (event: KeyboardEvent) => handleKeyDown(event, controls),
    }
  }, [controls])
}

interface PointerMovement {
  readonly before: Point
  readonly now: Point
  /** The position of a second finger. */
  readonly other: Point | undefined
}

function move({ before, now, other }: PointerMovement, frame: HTMLDivElement, controls: ViewBoxControls): void {
  if (other === undefined) {
    controls.panBy(now.x - before.x, now.y - before.y)
    return
  }
  const distanceBefore = Math.hypot(before.x - other.x, before.y - other.y)
  const distanceNow = Math.hypot(now.x - other.x, now.y - other.y)
  const { left, top } = frame.getBoundingClientRect()
  const midpoint = { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top }
  if (distanceBefore > 0) controls.zoomAround(distanceNow / distanceBefore, midpoint)
  controls.panBy((now.x - before.x) / 2, (now.y - before.y) / 2)
}

function handleKeyDown(event: KeyboardEvent, controls: ViewBoxControls): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const pan = panKeys[event.key]
  if (pan !== undefined) controls.panBy(...pan)
  else if (event.key === '+' || event.key === '=') controls.zoomBy(1)
  else if (event.key === '-') controls.zoomBy(-1)
  else if (event.key === '0') controls.fit()
  else return
  event.preventDefault()
}

const WHEEL_ZOOM_RATE = 0.0016
const LINE_PIXELS = 18

/** React's wheel listeners are passive, so they cannot stop the page from scrolling. */
function useWheel(frame: RefObject<HTMLDivElement | null>, controls: ViewBoxControls) {
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PIXELS : event.deltaY
      controls.zoomAround(Math.exp(-pixels * WHEEL_ZOOM_RATE * (event.ctrlKey ? 4 : 1)), {
        x: event.clientX - left,
        y: event.clientY - top,
      })
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame, controls])
}
