import { randomUUID } from 'node:crypto'

import { recordChange } from '@/lib/features/audit/audit'
import type { PanelOutput } from '@/lib/features/contract'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { canUndo, requireJob, parseDifferences, parseTags } from './bulk-tag-job'
import { readSelectedMonitors } from './bulk-tag-read'
import { MAX_LISTED } from './contract'
import { remainingDifferences, changedIds, planUndo, type TagDifference } from './domain/tag-change'
import { runExclusively } from './run-context'
import {
  type BulkTagJobRow,
  findChunk,
  findUndoOf,
  insertJob,
  listSteps,
  type NewChunk,
  updateJob,
} from './statements/bulk-tags'
import type { BulkTagStepTable } from './tables'

async function requireUndoable(context: PanelContext, id: string): Promise<BulkTagJobRow> {
  const row = await requireJob(context, id)
  if (!canUndo(row, context.now)) throw new HttpError('conflict', 'This change of tags cannot be undone now')
  return row
}

export async function planBulkTagUndo(context: PanelContext, id: string): Promise<PanelOutput<'bulkTags.planUndo'>> {
  const row = await requireUndoable(context, id)
  const steps = await listSteps(context.storage.db, row.id)
  const { monitors } = await readSelectedMonitors(context.callService, [...changedIds(steps.flatMap(differencesOf))])
  const currentTags = new Map(monitors.map((monitor) => [monitor.id, monitor.tags]))
  const differences = steps.flatMap((step) =>
    step.state === 'sent' ? remainingDifferences(differencesOf(step), currentTags) : differencesOf(step),
  )
  const { steps: undoSteps, settled, refused, missing } = planUndo(differences, currentTags)
  const refusedIds = new Set(refused)
  return {
    changed: changedIds(differences).size,
    restoring: changedIds(undoSteps).size,
    settled: settled.length,
    refused: refused.length,
    refused_monitors: monitors
      .filter((monitor) => refusedIds.has(monitor.id))
      .slice(0, MAX_LISTED)
      .map((monitor) => ({ id: monitor.id, name: monitor.name })),
    missing: missing.length,
  }
}

const differencesOf = (step: BulkTagStepTable): TagDifference[] => parseDifferences(step.differences)

/**
 * Starts the undo of a change or continues a cancelled one, and returns its id. There is one undo per change, so that
 * no monitor is reverted twice. The change itself is stopped.
 */
export function beginUndo(context: PanelContext, id: string): Promise<string> {
  return runExclusively(context, async () => {
    const { storage, account, now } = context
    const row = await requireUndoable(context, id)
    const existing = await findUndoOf(storage.db, account.id, id)
    if (existing) {
      if (existing.state === 'cancelled') {
        const patch = { state: 'running', touched_at: now.toISOString(), finished_at: null } as const
        await updateJob(storage.db, existing.id, patch)
      }
      return existing.id
    }
    const chunks = await chunksToUndo(context, row)
    const undo = undoJob(context, row, chunks)
    await inAccounts(storage, [account.id], async (db) => {
      if (row.state === 'running') {
        await updateJob(db, row.id, { state: 'cancelled', finished_at: now.toISOString() })
      }
      await insertJob(db, undo, chunks)
      const after = { undo: undo.id, planned: undo.changing }
      await recordChange(db, context, { action: 'bulkTags.undo', target: id, after })
    })
    return undo.id
  })
}

function undoJob({ account, user, now }: PanelContext, row: BulkTagJobRow, chunks: readonly NewChunk[]) {
  const changing = chunks.reduce((sum, { monitors }) => sum + monitors, 0)
  const at = now.toISOString()
  return {
    id: randomUUID(),
    account_id: account.id,
    actor: user.email,
    user_id: user.id,
    kind: 'undo' as const,
    state: 'running' as const,
    undo_of: row.id,
    add_tags: row.remove_tags,
    remove_tags: row.add_tags,
    selected: changing,
    changing,
    same: 0,
    refused: 0,
    missing: 0,
    created_at: at,
    touched_at: at,
    finished_at: null,
  }
}

/** Chunks with at least one call, with their numbers and the monitors that they may have changed. */
async function chunksToUndo({ storage }: PanelContext, row: BulkTagJobRow): Promise<NewChunk[]> {
  const touchedByChunk = new Map<number, Set<string>>()
  for (const step of await listSteps(storage.db, row.id)) {
    const ids = touchedByChunk.get(step.chunk) ?? new Set<string>()
    for (const id of changedIds(differencesOf(step))) ids.add(id)
    touchedByChunk.set(step.chunk, ids)
  }
  const chunks: NewChunk[] = []
  for (const [number, touchedIds] of touchedByChunk) {
    const chunk = await findChunk(storage.db, row.id, number)
    if (!chunk || touchedIds.size === 0) continue
    const ids = parseTags(chunk.ids).filter((id) => touchedIds.has(id))
    chunks.push({ number, ids: JSON.stringify(ids), cursor: chunk.cursor, pages: chunk.pages, monitors: ids.length })
  }
  return chunks
}
