import { applyTagChange, type TagChange } from '@/lib/domain/tags'

export interface TaggedMonitor {
  readonly id: string
  readonly tags: readonly string[]
}

/** One monitor that a bulk change will really change, before and after. */
export interface PlannedChange {
  readonly id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface TagPlan {
  readonly changing: readonly PlannedChange[]
  /** Monitors that are so already. */
  readonly same: number
  /** Monitors that would have more than ten tags: they stay as they are. */
  readonly refused: number
}

/** The dry run of a bulk change, by the rule that the service follows (decision 6). */
export function planTagChange(monitors: readonly TaggedMonitor[], change: TagChange): TagPlan {
  const changing: PlannedChange[] = []
  let same = 0
  let refused = 0
  for (const { id, tags } of monitors) {
    const result = applyTagChange(tags, change)
    if (result.changed) changing.push({ id, before: tags, after: result.tags })
    else if (result.refused) refused += 1
    else same += 1
  }
  return { changing, same, refused }
}

/** One bulk-tag call, before it is cut into chunks. */
export interface TagCall {
  readonly ids: readonly string[]
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

const without = (tags: readonly string[], others: readonly string[]) => tags.filter((tag) => !others.includes(tag))

/**
 * The calls that take a change back: each monitor gets back what it lost and loses what it gained, and nothing else.
 * Monitors with the same difference share a call.
 */
export function undoCalls(changes: readonly PlannedChange[]): TagCall[] {
  const groups = new Map<string, { ids: string[]; add: readonly string[]; remove: readonly string[] }>()
  for (const { id, before, after } of changes) {
    const add = without(before, after)
    const remove = without(after, before)
    const key = JSON.stringify([add.toSorted(), remove.toSorted()])
    const group = groups.get(key)
    if (group) group.ids.push(id)
    else groups.set(key, { ids: [id], add, remove })
  }
  return [...groups.values()]
}
