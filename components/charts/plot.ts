/**
 * The plot area in pixels. The static picture and the live chart share it, so that replacing one by the other is not
 * noticed.
 */
export const plot = { left: 42, right: 4, bottom: 30 } as const
/** As a share of a day's width, from its left edge. */
export const bar = { offset: 0.18, width: 0.64 } as const
/** The number of days per label. */
export const DAY_MARK_EVERY = 5
const TOP_PX = 8
const MARK_LINE_PX = 15

/** Each mark has a line of text above the bars. */
export const plotTop = (marks: readonly unknown[]): number => TOP_PX + marks.length * MARK_LINE_PX
export const markTop = (index: number): number => index * MARK_LINE_PX
