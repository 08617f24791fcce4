import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { isOutage } from '@/lib/storage/engine/outage'
import { recordTurns } from '@/lib/storage/status/queues'
import type { Storage } from '@/lib/storage/storage'

import type { ServiceDependencies } from './http/context'

/**
 * A job that works is written down this often, however often it runs: a job of two seconds would write to the disk all day. A failure,
 * and the first success after one, is written at once.
 */
const RECORDED_EVERY_MS = 60_000
const MAX_ERROR = 300

type Kept = { recordedAt: number; wasFailing: boolean; runs: number; failures: number }
/** By store, because tests have several in one process. */
const kept = new WeakMap<Storage, Map<string, Kept>>()

/** Runs one turn and writes down how it went. Throws what the turn throws; that it could not be written down is logged alone. */
export async function recordRun(
  name: string,
  { storage, clock, log }: Pick<ServiceDependencies, 'storage' | 'clock' | 'log'>,
  turn: () => Promise<void>,
): Promise<void> {
  const startedAt = clock()
  const began = performance.now()
  const note = async (error?: unknown) => {
    const of = keptOf(storage, name)
    const now = clock().getTime()
    const failed = error !== undefined
    of.runs += 1
    of.failures += failed ? 1 : 0
    if (!failed && !of.wasFailing && now - of.recordedAt < RECORDED_EVERY_MS) return
    const { runs, failures } = of
    const endedAt = new Date(now).toISOString()
    await recordTurns(storage.db, {
      name,
      started_at: startedAt.toISOString(),
      duration_ms: Math.round(performance.now() - began),
      succeeded_at: failed ? null : endedAt,
      failed_at: failed ? endedAt : null,
      error: failed ? lineOf(error) : null,
      runs,
      failures,
    })
    Object.assign(of, {
      recordedAt: now,
      wasFailing: failed,
      runs: of.runs - runs,
      failures: of.failures - failures,
    })
  }
  const noted = async (error?: unknown) => {
    try {
      await note(error)
    } catch (problem) {
      // Of an outage the turn itself says enough.
      if (!isOutage(problem)) log.warn({ job: name, reason: lineOf(problem) }, 'a turn of a job was not recorded')
    }
  }
  try {
    await turn()
  } catch (error) {
    await noted(error)
    throw error
  }
  await noted()
}

function keptOf(storage: Storage, name: string): Kept {
  const ofStore = kept.get(storage) ?? new Map<string, Kept>()
  kept.set(storage, ofStore)
  const known = ofStore.get(name) ?? { recordedAt: Number.NEGATIVE_INFINITY, wasFailing: false, runs: 0, failures: 0 }
  ofStore.set(name, known)
  return known
}

function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return maskPesels(message.split('\n')[0] ?? message).slice(0, MAX_ERROR)
}
