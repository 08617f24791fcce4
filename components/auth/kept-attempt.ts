/** That the sign-in form was sent, in this tab. Signing out clears it (`Clear-Site-Data`). */
const NAME = 'sign-in-sent'
const FRESH_MS = 30_000

export function noteAttempt(): void {
  attempt(() => sessionStorage.setItem(NAME, String(Date.now())))
}

/** Whether it was sent just now; asked once. */
export function takeAttempt(): boolean {
  return attempt(() => {
    const sentAt = Number(sessionStorage.getItem(NAME) ?? -Infinity)
    sessionStorage.removeItem(NAME)
    return Date.now() - sentAt < FRESH_MS
  }, false)
}

/** A browser that keeps nothing of a site throws. */
function attempt<T>(act: () => T, otherwise?: T): T {
  try {
    return act()
  } catch {
    // Sound: whoever needs a value says which.
    return otherwise as T
  }
}
