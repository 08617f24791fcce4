/** Runs tasks one at a time in the order they came; a failed task does not stop the others. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task, task)
    last = result
    return result
  }
}
