/** Rejects with the message `timeoutMessage` when the promise takes longer than `ms`; the promise itself continues. */
export async function withTimeout<T>(value: Promise<T>, ms: number, timeoutMessage: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(timeoutMessage)), ms)
  })
  try {
    return await Promise.race([value, isLate])
  } finally {
    clearTimeout(timer)
  }
}
