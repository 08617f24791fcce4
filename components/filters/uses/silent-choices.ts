import type { UseOfFilter } from './use-filter-uses'
import type { SilentMonitor } from './use-silent-monitors'

export const LEAVE = ''
export const REMOVE = 'delete'

/** The decision on each monitor: left unchanged, deleted, or the id of its new filter. */
export type SilentChoices = ReadonlyMap<string, string>

/** Suggests a filter with the same name as the deleted one, because it probably replaced it. */
export function suggestChoices(
  monitors: readonly SilentMonitor[],
  unusedFilters: readonly UseOfFilter[],
): SilentChoices {
  const usedIds = new Set<string>()
  const choices = new Map<string, string>()
  for (const { id, filterName } of monitors) {
    const sameName = unusedFilters.find(
      (use) => use.name !== undefined && use.name === filterName && !usedIds.has(use.id),
    )
    if (sameName === undefined) continue
    usedIds.add(sameName.id)
    choices.set(id, sameName.id)
  }
  return choices
}

/** A filter has at most one monitor, so a filter chosen for one is not offered to the others. */
export function offersFor(
  monitorId: string,
  unusedFilters: readonly UseOfFilter[],
  choices: SilentChoices,
): UseOfFilter[] {
  const chosenIds = new Set([...choices].flatMap(([id, choice]) => (id === monitorId ? [] : [choice])))
  return unusedFilters.filter(({ id }) => !chosenIds.has(id))
}

export interface SilentPlan {
  readonly attached: readonly { readonly id: string; readonly filterId: string }[]
  readonly removed: readonly string[]
}

/** Builds the plan from the choices, without monitors and filters that were deleted since. */
export function toPlan(
  monitors: readonly SilentMonitor[],
  unusedFilters: readonly UseOfFilter[],
  choices: SilentChoices,
): SilentPlan {
  const chosen = monitors.map(({ id }) => ({ id, filterId: choices.get(id) ?? LEAVE }))
  return {
    attached: chosen.filter(({ filterId }) => unusedFilters.some(({ id }) => id === filterId)),
    removed: chosen.filter(({ filterId }) => filterId === REMOVE).map(({ id }) => id),
  }
}
