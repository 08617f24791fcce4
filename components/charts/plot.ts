/** Where the days are drawn, in pixels, and how: the still picture and the live chart read it, so that one takes the other's place unseen. */
export const plot = { left: 42, right: 4, bottom: 30 } as const
/** Shares of a day, from its left edge. */
export const bar = { offset: 0.18, width: 0.64 } as const
/** Every how many days one is named. */
export const DAY_MARK_EVERY = 5
const TOP_PX = 8
const MARK_LINE_PX = 15

/** Above the bars there is one line of words for each mark. */
export const plotTop = (marks: readonly unknown[]): number => TOP_PX + marks.length * MARK_LINE_PX
export const markTop = (index: number): number => index * MARK_LINE_PX
