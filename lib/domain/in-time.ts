/** Rejects with `late` where nothing has come within as many ms; what was waited for goes on. */
export async function inTime<T>(value: Promise<T>, ms: number, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), ms)
  })
  try {
    return await Promise.race([value, isLate])
  } finally {
    clearTimeout(timer)
  }
}
