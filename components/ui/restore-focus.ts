/** The number of frames within which a dialog closes, a row disappears and a library restores the focus. */
const FRAMES = 30

/** The number of the latest call; earlier calls stop, because the focus belongs to the latest action. */
let newest = 0

/**
 * Moves the focus when the focused element is about to disappear; otherwise it would fall back to the top of the
 * document. If something else receives the focus in between, it stays there.
 */
export function restoreFocus(find: () => HTMLElement | null | undefined): void {
  newest += 1
  restoreForFrames(find, newest, FRAMES)
}

function restoreForFrames(find: () => HTMLElement | null | undefined, call: number, frames: number): void {
  if (frames === 0 || call !== newest) return
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (call === newest && (activeElement === null || activeElement === body)) find()?.focus({ preventScroll: true })
    restoreForFrames(find, call, frames - 1)
  })
}
