const GAP = 6
const EDGE = 8

interface Placement {
  readonly align: 'start' | 'center'
  /** True to make it at least as wide as its owner. */
  readonly isOwnerWidth?: boolean
}

/**
 * Positions a `position: fixed` element below its owner, or above it if there is not enough space, and inside the
 * window.
 */
export function placeFloating(owner: HTMLElement, floating: HTMLElement, { align, isOwnerWidth }: Placement): void {
  const box = owner.getBoundingClientRect()
  if (isOwnerWidth === true) floating.style.width = `${box.width}px`
  const size = floating.getBoundingClientRect()
  const alignedLeft = align === 'start' ? box.left : box.left + box.width / 2 - size.width / 2
  const below = box.bottom + GAP
  const isBelow = below + size.height <= window.innerHeight - EDGE || box.top < size.height + GAP + EDGE
  floating.style.left = `${Math.min(Math.max(EDGE, alignedLeft), Math.max(EDGE, window.innerWidth - size.width - EDGE))}px`
  floating.style.top = `${isBelow ? below : box.top - size.height - GAP}px`
}
