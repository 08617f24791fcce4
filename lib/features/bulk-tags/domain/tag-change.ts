import { applyTagChange, type TagChange } from '@/lib/domain/tags/tags'

export type Tagged = { readonly id: string; readonly tags: readonly string[] }

/** Monitors that gained and lost the same tags. */
export type TagDifference = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly ids: readonly string[]
}

export type TagPlan<M extends Tagged = Tagged> = {
  /** Monitors that the change really changes. */
  readonly changing: readonly M[]
  /** Those that are so already. */
  readonly same: number
  /** Those that would have more than ten tags: they stay as they are. */
  readonly refused: readonly M[]
}

/** The dry run of a bulk change, by the rule that the service follows (decision 6). */
export function planTagChange<M extends Tagged>(monitors: readonly M[], change: TagChange): TagPlan<M> {
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

/** What a change does to each of the monitors, those that it does not change left out. */
export function diffTags(monitors: readonly Tagged[], change: TagChange): TagDifference[] {
  return grouped(
    monitors.map(({ id, tags }) => {
      const after = applyTagChange(tags, change).tags
      return { id, added: without(after, tags), removed: without(tags, after) }
    }),
  )
}

/** The part of a difference that is there in the tags of now: all of it, unless somebody changed a tag again since. */
export function heldDifferences(
  differences: readonly TagDifference[],
  now: ReadonlyMap<string, readonly string[]>,
): TagDifference[] {
  return grouped(
    eachOf(differences).flatMap(({ id, added, removed }) => {
      const tags = now.get(id)
      if (tags === undefined) return []
      return [{ id, added: added.filter((tag) => tags.includes(tag)), removed: without(removed, tags) }]
    }),
  )
}

export type UndoPlan = {
  /** Per difference the ids that get back what they lost and lose what they gained. */
  readonly steps: readonly TagDifference[]
  /** Tags were changed since, so that all of it is as it was before already. */
  readonly settled: readonly string[]
  /** They would have more than ten tags: left alone whole. */
  readonly refused: readonly string[]
  /** Monitors that are there no more. */
  readonly missing: readonly string[]
}

/**
 * Takes differences back: a tag is removed only where it was added and put back only where it was removed. What somebody
 * else undid since is left as it is.
 */
export function planUndo(differences: readonly TagDifference[], now: ReadonlyMap<string, readonly string[]>): UndoPlan {
  const back: One[] = []
  const plan = { settled: [] as string[], refused: [] as string[], missing: [] as string[] }
  for (const [id, gained] of mergedOf(differences)) {
    const tags = now.get(id)
    if (tags === undefined) plan.missing.push(id)
    else {
      const removed = gained.added.filter((tag) => tags.includes(tag))
      const added = without(gained.removed, tags)
      if (applyTagChange(tags, { add: added, remove: removed }).refused) plan.refused.push(id)
      else if (added.length + removed.length === 0) plan.settled.push(id)
      else back.push({ id, added, removed })
    }
  }
  return { ...plan, steps: grouped(back) }
}

/** Every monitor that a list of differences touches, once. */
export const changedIds = (differences: readonly TagDifference[]): Set<string> =>
  new Set(differences.flatMap(({ ids }) => ids))

type One = { readonly id: string; readonly added: readonly string[]; readonly removed: readonly string[] }

const without = (tags: readonly string[], others: readonly string[]) => tags.filter((tag) => !others.includes(tag))

const eachOf = (differences: readonly TagDifference[]): One[] =>
  differences.flatMap(({ ids, added, removed }) => ids.map((id) => ({ id, added, removed })))

/** One entry per monitor, also where it was changed in two steps. */
function mergedOf(differences: readonly TagDifference[]): Map<string, Omit<One, 'id'>> {
  const merged = new Map<string, Omit<One, 'id'>>()
  for (const { id, added, removed } of eachOf(differences)) {
    const before = merged.get(id) ?? { added: [], removed: [] }
    merged.set(id, {
      added: [...new Set([...before.added, ...added])],
      removed: [...new Set([...before.removed, ...removed])],
    })
  }
  return merged
}

/** Monitors with the same difference together, in whatever order their tags stand. */
function grouped(changes: readonly One[]): TagDifference[] {
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
