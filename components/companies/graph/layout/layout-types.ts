export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** From its upper left corner. */
export interface Area extends Point, Size {}

export interface LayoutBox extends Size {
  readonly id: string
}

export interface LayoutLine {
  readonly id: string
  readonly from: string
  readonly to: string
  /** Space that its words take; none: nothing is written on it. */
  readonly label?: Size | undefined
}

export interface LayoutRequest {
  readonly root: string
  readonly boxes: readonly LayoutBox[]
  readonly lines: readonly LayoutLine[]
  /** Centres of boxes that stay where they are; empty: everything is placed anew. */
  readonly fixed: Readonly<Record<string, Point>>
}

export interface LayoutPlan {
  /** Centres of all boxes. */
  readonly centres: Readonly<Record<string, Point>>
  /** What a line goes through between its ends. */
  readonly bends: Readonly<Record<string, readonly Point[]>>
  /** Middles of words on lines, where space was made for them. */
  readonly labels: Readonly<Record<string, Point>>
}

export const noBends: Pick<LayoutPlan, 'bends' | 'labels'> = { bends: {}, labels: {} }
