/** Before each further try. */
const PAUSES_MS = [300, 1500, 4000]

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Resolves once there is a connection; what the browser does not know does not hold anything up. */
function connected(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
  })
}

/**
 * A part of the panel's own code: asked for again while the connection is away, and a few times after that. Rejects with
 * the last error, as for a part of a panel that has been replaced by a newer one since the page was opened.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await connected()
      await pause(ms)
    }
  }
  return load()
}

/** Fetches a part that will be wanted soon. Whether that succeeds shows when it is wanted. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
