import type { QueryClient } from '@tanstack/react-query'

import { refreshAfter } from '@/lib/client/queries'
import { withRateLimit } from '@/lib/client/run-steps'
import { chunksOf } from '@/lib/domain/collections/chunks'

import { type ReconcileResult, removeMonitors, restoredItems, retag, revealRows } from '../reconcile/apply-reconcile'
import type { PlanRow } from '../reconcile/reconcile-plan'
import type { ReasonTexts } from '../session/import-service'
import type { ImportSession } from '../session/import-session'
import type { ImportState, StoredJob, RunLabel } from '../session/import-state'
import { toChangedMonitors } from './changed-monitors'
import { importApi, type ImportStep } from './import-api'
import { CHUNK, type ImportJob, type JobItem, type JobProgress, jobOf, noProgress } from './job'
import { type JobStore, memoryJobStore } from './job-store'
import { recordList, recordRefused, recordStart } from './record-list'
import { type JobRun, runJob, type RunJobOptions } from './run-job'
import { openJobStore } from './sealed-job-store'

const LOCK = 'monitor-import'
const api = importApi

interface RunControl {
  readonly signal: AbortSignal
  readonly report: (done: number) => void
}

/** Any run may change lists, tags and counts, so all of them are refetched. */
const refresh = (client: QueryClient) => refreshAfter(client, 'monitors.bulkCreate')

async function* inChunks(items: readonly JobItem[]) {
  for (const chunk of chunksOf(items, CHUNK)) yield await Promise.resolve(chunk)
}

export class ImportJobs {
  #session: ImportSession
  #client: QueryClient
  #store: Promise<JobStore> | undefined
  #controller: AbortController | undefined
  /** The list being sent, until its rows are in the record. */
  #list: (Pick<ImportJob, 'id'> & Pick<ImportState, 'source'> & { readonly reasons: ReasonTexts }) | undefined

  constructor(session: ImportSession, client: QueryClient) {
    this.#session = session
    this.#client = client
  }

  cancel = (): void => this.#controller?.abort()

  /** Loads an unfinished job of an earlier visit, if there is one. */
  async recall(): Promise<void> {
    const store = await this.#open()
    const stored = await store.read()
    if (stored && this.#session.read().run === undefined)
      this.#session.change({ unfinishedJob: { ...stored, isLasting: store.isLasting } })
  }

  /** Sends the current list, with at most `limit` new subjects. */
  async send({ limit, reasons }: { limit?: number; reasons: ReasonTexts }): Promise<void> {
    const { tags, source } = this.#session.read()
    const { items } = await this.#session.callWorker('prepare', { tags, limit })
    const job = jobOf(source.kind === 'file' ? source.name : '', items)
    this.#list = { id: job.id, reasons, source }
    await this.#begin(job)
    await this.resume()
  }

  async resume(): Promise<void> {
    const run = await this.#underLock(() => this.#runStored({}))
    this.#session.change({ run: undefined })
    await this.#finish(run)
  }

  async discard(): Promise<void> {
    await (await this.#open()).clear()
    this.#session.change({ unfinishedJob: undefined, error: undefined })
  }

  /** Adds and tags the subjects on the list, then removes the others; each part is recorded for undo. */
  async reconcile(plan: {
    tag: string
    items: number
    remove: readonly PlanRow[]
    untag: readonly PlanRow[]
    reasons: ReasonTexts
  }): Promise<void> {
    const { source } = this.#session.read()
    const job = jobOf(source.kind === 'file' ? source.name : '', plan.items)
    const { tag, reasons } = plan
    const { signal: starting } = this.#start('preparing', plan.items)
    const details = { kind: 'reconcile', tag, reasons, signal: starting } as const
    if (!(await this.#guard(() => recordList(this.#session, job, details)))) return
    const note = this.#notes(plan.tag, job.id)
    if (plan.items > 0) {
      await this.#begin(job)
      const { onAdded, onTagged } = note
      const run = await this.#underLock(() => this.#runStored({ onAdded, onTagged }))
      if (run?.isDone !== true) {
        this.#session.change({ run: undefined })
        return
      }
      this.#session.change({ outcome: run.progress })
    }
    const { signal, report } = this.#start('untagging', plan.untag.length)
    await this.#guard(async () => {
      const removed = await revealRows(plan.remove, { api, signal })
      const byId = new Map(removed.map((row) => [row.id ?? '', row]))
      const ids = plan.untag.flatMap(({ id }) => id ?? [])
      for (const chunk of chunksOf(ids, CHUNK)) {
        await retag(chunk, { remove: [plan.tag] }, { api, signal })
        note.onUntagged(chunk)
        await this.#step(job.id, { untagged: toChangedMonitors(plan.untag, chunk, [plan.tag]) })
        report(chunk.length)
      }
      const removedIds: string[] = []
      try {
        await this.#remove([...byId.keys()], (id) => {
          note.onRemoved(byId.get(id))
          removedIds.push(id)
        })
      } finally {
        for (const ids of chunksOf(removedIds, CHUNK))
          await this.#step(job.id, { removed: toChangedMonitors(removed, ids) })
      }
      if (job.id !== undefined) await api.record.finish(job.id)
    })
    await this.#session.loadMonitors()
  }

  /** Undoes a reconciliation: deletes added monitors and recreates removed ones with their labels and tags. */
  async undo({ id: recordId, tag, added, tagged, removed, untagged }: ReconcileResult): Promise<boolean> {
    const { signal, report } = this.#start('undoing', added.length + removed.length)
    const isDone = await this.#guard(async () => {
      const result = await removeMonitors(added, () => undefined, { api, signal, report })
      if (result.error !== undefined) throw result.error
      await retag(tagged, { remove: [tag] }, { api, signal })
      await retag(untagged, { add: [tag] }, { api, signal })
      const store = memoryJobStore()
      await store.begin(jobOf('', removed.length), noProgress, inChunks(restoredItems(removed)))
      const run = await runJob({ store, api, signal, report: ({ done }) => report(added.length + done * CHUNK) })
      if (run?.error !== undefined) throw run.error
      if (recordId !== undefined) await api.record.takenBack(recordId)
    })
    if (isDone) this.#session.change({ reconciled: undefined, outcome: undefined })
    await this.#session.loadMonitors()
    return isDone
  }

  async #remove(ids: readonly string[], onRemoved: (id: string) => void): Promise<void> {
    const { signal, report } = this.#start('removing', ids.length)
    const { error } = await removeMonitors(ids, onRemoved, { api, signal, report })
    if (error !== undefined) throw error
  }

  /** Records every change as it is made, so that a reconciliation that stopped half-way can be undone as well. */
  #notes(tag: string, id: string | undefined) {
    const before = this.#session.read().reconciled
    let now: ReconcileResult =
      before?.tag === tag && before.id === id ? before : { id, tag, added: [], tagged: [], removed: [], untagged: [] }
    const note = (part: Partial<ReconcileResult>) => {
      now = { ...now, ...part }
      this.#session.change({ reconciled: now })
    }
    note({})
    return {
      onAdded: (ids: readonly string[]) => note({ added: [...now.added, ...ids] }),
      onTagged: (ids: readonly string[]) => note({ tagged: [...now.tagged, ...ids] }),
      onUntagged: (ids: readonly string[]) => note({ untagged: [...now.untagged, ...ids] }),
      onRemoved: (row: PlanRow | undefined) => row && note({ removed: [...now.removed, row] }),
    }
  }

  #open(): Promise<JobStore> {
    this.#store ??= openJobStore(this.#session.key)
    return this.#store
  }

  #start(label: RunLabel, total: number): RunControl {
    this.#controller = new AbortController()
    this.#session.change({ run: { label, done: 0, total }, error: undefined })
    const report = (done: number) => this.#session.change({ run: { label, done: Math.min(done, total), total } })
    return { signal: this.#controller.signal, report }
  }

  async #guard(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (this.#controller?.signal.aborted !== true) this.#session.change({ error })
      return false
    } finally {
      this.#session.change({ run: undefined })
      await refresh(this.#client)
    }
  }

  /** Stores the whole job first, so that it no longer depends on this page. */
  async #begin(job: ImportJob): Promise<void> {
    const { report } = this.#start('preparing', job.items)
    const session = this.#session
    async function* chunks() {
      for (let index = 0; index < job.chunks; index += 1) {
        yield await session.callWorker('chunk', { index })
        report((index + 1) * CHUNK)
      }
    }
    await (await this.#open()).begin(job, noProgress, chunks())
  }

  async #runStored(listeners: Pick<RunJobOptions, 'onAdded' | 'onTagged'>): Promise<JobRun | undefined> {
    const store = await this.#open()
    const stored = await store.read()
    if (stored === undefined) return undefined
    const { job, progress } = stored
    const steps = this.#start('sending', job.items)
    steps.report(progress.done * CHUNK)
    const run = await this.#runRecorded({ store, job }, steps, listeners).catch((error: unknown): JobRun => ({
      progress,
      isDone: false,
      error,
    }))
    const unfinished = run && !run.isDone ? { job, progress: run.progress, isLasting: store.isLasting } : undefined
    this.#session.change({ unfinishedJob: unfinished, error: run?.error, recordId: job.id })
    return run
  }

  /** Runs the stored job with its record, which is started before the first change and closed after the last. */
  async #runRecorded(
    { store, job }: { readonly store: JobStore; readonly job: ImportJob },
    { signal, report }: RunControl,
    listeners: Pick<RunJobOptions, 'onAdded' | 'onTagged'>,
  ): Promise<JobRun | undefined> {
    // A reconciliation has already started its record; starting it again changes nothing.
    const isPart = listeners.onAdded !== undefined
    if (!isPart) await this.#recordImport(job, signal)
    const onProgress = ({ done }: JobProgress) => report(done * CHUNK)
    const record = (step: ImportStep) => this.#step(job.id, step)
    const run = await runJob({ store, api, signal, report: onProgress, record, ...listeners })
    if (run?.isDone === true) await this.#end(store, { job, progress: run.progress }, isPart)
    return run
  }

  /**
   * Records the unsent rows too, if the list is still loaded. A resumed job belongs to an earlier visit without its
   * list.
   */
  async #recordImport(job: ImportJob, signal: AbortSignal): Promise<void> {
    const { id, reasons, source } = this.#list ?? {}
    const details = { kind: 'import', tag: null, signal } as const
    const isSameList = id === job.id && source === this.#session.read().source
    if (reasons === undefined || !isSameList) return withRateLimit(signal, () => recordStart(job, details))
    await recordList(this.#session, job, { ...details, reasons })
    this.#list = undefined
  }

  async #step(id: string | undefined, step: ImportStep): Promise<void> {
    if (id !== undefined) await withRateLimit(new AbortController().signal, () => api.record.step(id, step))
  }

  /** A job that is part of a reconciliation does not close the record. */
  async #end(store: JobStore, { job, progress }: Pick<StoredJob, 'job' | 'progress'>, isPart: boolean): Promise<void> {
    await recordRefused(job, progress)
    const { id } = job
    if (id !== undefined && !isPart) await api.record.finish(id)
    await store.clear()
  }

  async #finish(run: JobRun | undefined): Promise<void> {
    await refresh(this.#client)
    if (run?.isDone !== true) return
    this.#session.change({ outcome: run.progress })
    if (this.#session.read().snapshot !== undefined) await this.#session.loadMonitors()
  }

  /**
   * Only one tab at a time works on the stored job. In browsers without locks the service still prevents duplicates.
   */
  async #underLock(work: () => Promise<JobRun | undefined>): Promise<JobRun | undefined> {
    if (!('locks' in navigator)) return work()
    return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      this.#session.change({ isElsewhere: lock === null })
      return lock === null ? undefined : work()
    })
  }
}
