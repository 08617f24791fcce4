export type Turns = {
  /** How often others had their turn. */
  readonly count: number
  /** The longest that they waited, as a share of the whole time: 1 when nobody got one. */
  readonly longest: number
}

/** How often a work lets the rest of the process go on, whatever the machine's speed. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<Turns> {
  const began = performance.now()
  let [last, count, longest, isOver] = [began, 0, 0, false]
  const note = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const turn = () => {
    if (isOver) return
    note()
    count += 1
    setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  note()
  return { count, longest: longest / (performance.now() - began) }
}
