import type { UseOfFilter } from './use-filter-uses'
import type { SilentMonitor } from './use-silent-monitors'

export const LEAVE = ''
export const REMOVE = 'delete'

/** What becomes of each monitor: left as it is, deleted, or the id of the filter that it gets. */
export type SilentChoices = ReadonlyMap<string, string>

/** A filter of the name that the deleted one had is probably the one that replaced it. */
export function suggestChoices(monitors: readonly SilentMonitor[], free: readonly UseOfFilter[]): SilentChoices {
  const taken = new Set<string>()
  const choices = new Map<string, string>()
  for (const { id, filterName } of monitors) {
    const like = free.find((use) => use.name !== undefined && use.name === filterName && !taken.has(use.id))
    if (like === undefined) continue
    taken.add(like.id)
    choices.set(id, like.id)
  }
  return choices
}

/** A filter has one monitor, so what one of them gets is not offered to the others. */
export function offersFor(monitorId: string, free: readonly UseOfFilter[], choices: SilentChoices): UseOfFilter[] {
  const taken = new Set([...choices].flatMap(([id, choice]) => (id === monitorId ? [] : [choice])))
  return free.filter(({ id }) => !taken.has(id))
}

export interface SilentPlan {
  readonly attached: readonly { readonly id: string; readonly filterId: string }[]
  readonly removed: readonly string[]
}

/** What is still there of what was chosen. */
export function toPlan(
  monitors: readonly SilentMonitor[],
  free: readonly UseOfFilter[],
  choices: SilentChoices,
): SilentPlan {
  const chosen = monitors.map(({ id }) => ({ id, filterId: choices.get(id) ?? LEAVE }))
  return {
    attached: chosen.filter(({ filterId }) => free.some(({ id }) => id === filterId)),
    removed: chosen.filter(({ filterId }) => filterId === REMOVE).map(({ id }) => id),
  }
}
