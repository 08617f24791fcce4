import { applyTagChange, type TagChange } from '@/lib/domain/tags/tags'

export type TaggedMonitor = { readonly id: string; readonly tags: readonly string[] }

/** Monitors with the same added and removed tags. */
export type TagDifference = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly ids: readonly string[]
}

export type TagPlan<M extends TaggedMonitor = TaggedMonitor> = {
  readonly changing: readonly M[]
  /** Monitors that already are as requested. */
  readonly same: number
  /** Monitors that would have more than ten tags; they are left unchanged. */
  readonly refused: readonly M[]
}

/** Dry run of a bulk change, by the service's rule (decision 6, bulk tagging). */
export function planTagChange<M extends TaggedMonitor>(monitors: readonly M[], change: TagChange): TagPlan<M> {
  const changing: M[] = []
  const refused: M[] = []
  let same = 0
  for (const monitor of monitors) {
    const result = applyTagChange(monitor.tags, change)
    if (result.changed) changing.push(monitor)
    else if (result.refused) refused.push(monitor)
    else same += 1
  }
  return { changing, same, refused }
}

/** Differences that a change would make; unaffected monitors are left out. */
export function diffTags(monitors: readonly TaggedMonitor[], change: TagChange): TagDifference[] {
  return groupDifferences(
    monitors.map(({ id, tags }) => {
      const after = applyTagChange(tags, change).tags
      return { id, added: without(after, tags), removed: without(tags, after) }
    }),
  )
}

/** The part of the differences that is still in place, i.e. not changed again since. */
export function remainingDifferences(
  differences: readonly TagDifference[],
  now: ReadonlyMap<string, readonly string[]>,
): TagDifference[] {
  return groupDifferences(
    perMonitor(differences).flatMap(({ id, added, removed }) => {
      const tags = now.get(id)
      if (tags === undefined) return []
      return [{ id, added: added.filter((tag) => tags.includes(tag)), removed: without(removed, tags) }]
    }),
  )
}

export type UndoPlan = {
  /** Changes that restore removed tags and remove added ones. */
  readonly steps: readonly TagDifference[]
  /** Monitors on which everything was already reverted. */
  readonly settled: readonly string[]
  /** Monitors that would have more than ten tags; they are skipped completely. */
  readonly refused: readonly string[]
  /** Monitors that no longer exist. */
  readonly missing: readonly string[]
}

/**
 * Plans to revert differences. Only tags that were added are removed, and only removed ones are restored; what somebody
 * else reverted is left unchanged.
 */
export function planUndo(differences: readonly TagDifference[], now: ReadonlyMap<string, readonly string[]>): UndoPlan {
  const changes: MonitorDifference[] = []
  const plan = { settled: [] as string[], refused: [] as string[], missing: [] as string[] }
  for (const [id, difference] of mergeDifferences(differences)) {
    const tags = now.get(id)
    if (tags === undefined) plan.missing.push(id)
    else {
      const removed = difference.added.filter((tag) => tags.includes(tag))
      const added = without(difference.removed, tags)
      if (applyTagChange(tags, { add: added, remove: removed }).refused) plan.refused.push(id)
      else if (added.length + removed.length === 0) plan.settled.push(id)
      else changes.push({ id, added, removed })
    }
  }
  return { ...plan, steps: groupDifferences(changes) }
}

export const changedIds = (differences: readonly TagDifference[]): Set<string> =>
  new Set(differences.flatMap(({ ids }) => ids))

type MonitorDifference = { readonly id: string; readonly added: readonly string[]; readonly removed: readonly string[] }

const without = (tags: readonly string[], others: readonly string[]) => tags.filter((tag) => !others.includes(tag))

const perMonitor = (differences: readonly TagDifference[]): MonitorDifference[] =>
  differences.flatMap(({ ids, added, removed }) => ids.map((id) => ({ id, added, removed })))

/** Merges the differences of a monitor that was changed in several steps. */
function mergeDifferences(differences: readonly TagDifference[]): Map<string, Omit<MonitorDifference, 'id'>> {
  const merged = new Map<string, Omit<MonitorDifference, 'id'>>()
  for (const { id, added, removed } of perMonitor(differences)) {
    const before = merged.get(id) ?? { added: [], removed: [] }
    merged.set(id, {
      added: [...new Set([...before.added, ...added])],
      removed: [...new Set([...before.removed, ...removed])],
    })
  }
  return merged
}

/** Groups monitors by difference, regardless of the order of tags. */
function groupDifferences(changes: readonly MonitorDifference[]): TagDifference[] {
  const groups = new Map<string, { added: readonly string[]; removed: readonly string[]; ids: string[] }>()
  for (const { id, added, removed } of changes) {
    if (added.length + removed.length === 0) continue
    const key = JSON.stringify([added.toSorted(), removed.toSorted()])
    const group = groups.get(key) ?? { added, removed, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
