import type { Area, Point, Size } from '../layout/layout-types'
import type { Picture } from './draw-picture'

/** The position of the picture in its window: its origin in pixels, and its scale. */
export interface ViewBox extends Point {
  readonly scale: number
}

export const MIN_SCALE = 0.05
export const MAX_SCALE = 2.5
/** Below this scale text is hardly readable, so a picture that does not fit starts at its root. */
const READABLE_SCALE = 0.72
const EDGE = 24

const clampScale = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale))

/** Shows everything, without enlarging. */
export function fitAll({ left, top, width, height }: Picture, window: Size): ViewBox {
  const scale = clampScale(Math.min(1, window.width / width, window.height / height))
  return {
    scale,
    x: (window.width - width * scale) / 2 - left * scale,
    y: (window.height - height * scale) / 2 - top * scale,
  }
}

/** Shows everything if it is readable, otherwise the root in the middle. */
export function firstView(picture: Picture, window: Size): ViewBox {
  const all = fitAll(picture, window)
  if (all.scale >= READABLE_SCALE) return all
  const root = picture.nodes.find(({ node }) => node.id === picture.root)
  return root === undefined ? all : centreOn(root, READABLE_SCALE, window)
}

function centreOn({ x, y, width, height }: Area, scale: number, window: Size): ViewBox {
  return {
    scale,
    x: window.width / 2 - (x + width / 2) * scale,
    y: window.height / 2 - (y + height / 2) * scale,
  }
}

/** Zooms around a point of the window, which does not move. */
export function zoomAt(view: ViewBox, factor: number, point: Point): ViewBox {
  const scale = clampScale(view.scale * factor)
  const ratio = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
}

/** Moves as little as needed to show the whole area, and enlarges text that is too small to read. */
export function reveal(view: ViewBox, area: Area, window: Size): ViewBox {
  if (view.scale < READABLE_SCALE / 2) return centreOn(area, READABLE_SCALE, window)
  const left = area.x * view.scale + view.x
  const top = area.y * view.scale + view.y
  return {
    ...view,
    x: view.x + nudge(left, left + area.width * view.scale, window.width),
    y: view.y + nudge(top, top + area.height * view.scale, window.height),
  }
}

function nudge(start: number, end: number, windowSize: number): number {
  if (start < EDGE) return EDGE - start
  return end > windowSize - EDGE ? windowSize - EDGE - end : 0
}

/** Limits a movement so that part of the picture stays visible. */
export function limitToWindow(view: ViewBox, picture: Picture, window: Size): ViewBox {
  const margin = 60
  const left = picture.left * view.scale
  const top = picture.top * view.scale
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
  return {
    ...view,
    x: within(view.x, margin - left - picture.width * view.scale, window.width - margin - left),
    y: within(view.y, margin - top - picture.height * view.scale, window.height - margin - top),
  }
}
