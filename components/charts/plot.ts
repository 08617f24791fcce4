/** Recharts' own geometry of `UsageBars`, in pixels: the live chart takes the still one's place unseen. */
export const plot = { left: 42, right: 4, bottom: 30 } as const
const TOP_PX = 8
const MARK_LINE_PX = 15

/** Above the bars there is one line of words for each mark. */
export const topOf = (marks: readonly unknown[]): number => TOP_PX + marks.length * MARK_LINE_PX
export const markTop = (index: number): number => index * MARK_LINE_PX
