function moveBetweenRows(list: HTMLElement, event: KeyboardEvent): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>('a[data-company]')]
  const at = links.findIndex((link) => link === document.activeElement)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  }
  const next = steps[event.key]
  if (next === undefined || at === -1) return
  event.preventDefault()
  if (next < 0) document.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
  else links[Math.min(next, links.length - 1)]?.focus()
}

/** A `ref` callback for a list: arrow keys move between companies, and from the first one up to the field. */
export function rowKeys(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined
  const onKeyDown = (event: KeyboardEvent) => moveBetweenRows(list, event)
  list.addEventListener('keydown', onKeyDown)
  return () => list.removeEventListener('keydown', onKeyDown)
}
