/** Frames in which a dialog closes, a row goes, and a library has given the focus back to where it was. */
const FRAMES = 30

/** Of what was done last: that is where the keyboard is. */
let newest = 0

/**
 * Gives the focus a place when what had it is about to vanish; it would fall back to the top of the document.
 * Whoever moves it on meanwhile keeps it.
 */
export function keepFocus(find: () => HTMLElement | null | undefined): void {
  newest += 1
  keepFor(find, newest, FRAMES)
}

function keepFor(find: () => HTMLElement | null | undefined, call: number, frames: number): void {
  if (frames === 0 || call !== newest) return
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (call === newest && (activeElement === null || activeElement === body)) find()?.focus({ preventScroll: true })
    keepFor(find, call, frames - 1)
  })
}
