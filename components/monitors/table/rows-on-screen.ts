/** The sticky bar and header cover what is below them. */
const COVERED_PX = 84

/** Ids of the rows that somebody sees now, more than half of each. */
export function rowsOnScreen(): ReadonlySet<string> {
  const rows = document.querySelectorAll<HTMLElement>('[role="grid"] [role="row"][data-id]')
  const seen = [...rows].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    const middle = top + height / 2
    return middle > COVERED_PX && middle < window.innerHeight
  })
  return new Set(seen.flatMap((row) => row.dataset['id'] ?? []))
}
