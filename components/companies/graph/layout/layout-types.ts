export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** `x` and `y` are its upper left corner. */
export interface Area extends Point, Size {}

export interface LayoutBox extends Size {
  readonly id: string
}

export interface LayoutLine {
  readonly id: string
  readonly from: string
  readonly to: string
  /** The space of its text; undefined if it has none. */
  readonly label?: Size | undefined
}

export interface LayoutRequest {
  readonly root: string
  readonly boxes: readonly LayoutBox[]
  readonly lines: readonly LayoutLine[]
  /** Centres of boxes that must not move; empty if everything is laid out again. */
  readonly fixed: Readonly<Record<string, Point>>
}

export interface LayoutPlan {
  readonly centres: Readonly<Record<string, Point>>
  /** The points that a line passes between its ends. */
  readonly bends: Readonly<Record<string, readonly Point[]>>
  /** Centres of line labels for which space was reserved. */
  readonly labels: Readonly<Record<string, Point>>
}

export const noBends: Pick<LayoutPlan, 'bends' | 'labels'> = { bends: {}, labels: {} }
