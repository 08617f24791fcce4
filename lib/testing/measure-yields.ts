export type YieldMeasurement = {
  /** How often other work could run. */
  readonly count: number
  /** The longest pause of other work as a fraction of the whole time: 1 if it never ran. */
  readonly longest: number
}

/** Measures how often a task yields to the rest of the process, independent of the machine's speed. */
export async function measureYields(work: () => Promise<unknown>): Promise<YieldMeasurement> {
  const startedAt = performance.now()
  let [last, count, longest, isOver] = [startedAt, 0, 0, false]
  const recordPause = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const tick = () => {
    if (isOver) return
    recordPause()
    count += 1
    setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  recordPause()
  return { count, longest: longest / (performance.now() - startedAt) }
}
