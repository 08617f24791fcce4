/** Yields to the browser, so that input and painting come before the next part of long work. */
export const yieldToKeys = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })
