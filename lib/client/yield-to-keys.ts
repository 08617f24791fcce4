/** Lets keys and clicks, and what is to be painted, come before the next part of a long work. */
export const yieldToKeys = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })
