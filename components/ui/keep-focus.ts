/** Frames in which a dialog closes, a row goes, and a library has given the focus back to where it was. */
const FRAMES = 30

/**
 * Gives the focus a place when what had it is about to vanish; it would fall back to the top of the document.
 * Whoever moves it on meanwhile keeps it.
 */
export function keepFocus(find: () => HTMLElement | null | undefined, frames = FRAMES): void {
  if (frames === 0) return
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) find()?.focus({ preventScroll: true })
    keepFocus(find, frames - 1)
  })
}
