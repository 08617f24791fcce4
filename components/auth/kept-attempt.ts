/** That the sign-in form was sent, in this tab. Signing out clears it (`Clear-Site-Data`). */
const NAME = 'sign-in-sent'
const FRESH_MS = 30_000

export const noteAttempt = (): void => withStore((store) => store.setItem(NAME, String(Date.now())))

/** It was refused, so that nobody was signed in. */
export const forgetAttempt = (): void => withStore((store) => store.removeItem(NAME))

/** Whether it was sent just now. */
export function isAttemptFresh(): boolean {
  let sentAt = -Infinity
  withStore((store) => (sentAt = Number(store.getItem(NAME) ?? -Infinity)))
  return Date.now() - sentAt < FRESH_MS
}

/** A browser that keeps nothing of a site throws. */
function withStore(act: (store: Storage) => void): void {
  try {
    act(sessionStorage)
  } catch {
    // Then nothing is known of it.
  }
}
