/** Milliseconds before each retry. */
const PAUSES_MS = [300, 1500, 4000]

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Resolves once the browser is online. A browser that does not report this counts as online. */
function whenOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
  })
}

/**
 * Loads one of the panel's own modules: waits while the connection is lost, then retries a few times. Rejects with
 * the last error, e.g. if the panel was replaced by a newer version since the page was opened.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await whenOnline()
      await pause(ms)
    }
  }
  return load()
}

/** Loads a module that is likely needed soon. Errors are ignored here; they show up when the module is used. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
