/** Runs one task at a time, in the order they came; a task that fails holds nobody up. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const mine = last.then(task, task)
    last = mine
    return mine
  }
}
