import { keptByKey, textsIn } from '@/lib/client/kept-by-key'
import { isColumnRole, mappingKey } from '@/lib/client/read-table/column-names'
import type { Mapping } from '@/lib/client/read-table/columns'
import type { ReadOptions } from '@/lib/client/read-table/read-source'
import { withRateLimit } from '@/lib/client/run-steps'
import { createStore } from '@/lib/domain/store'

import { importApi } from '../job/import-api'
import type { ImportKey } from '../job/sealed-job-store'
import { readKnown } from '../read/read-known'
import type { LoadResult, ImportSnapshot } from './import-snapshot'
import { emptyState, type ImportState } from './import-state'
import type { WorkerInput, WorkerMethod, WorkerAnswer, WorkerOutput, WorkerRequest } from './worker-messages'

type SnapshotMethod = 'map' | 'mapHeader' | 'edit' | 'choose' | 'chooseForAll' | 'know' | 'group'

/** Numbers of one question. */
const PERSONS = 10_000

/**
 * The list of one user in this tab: what is typed, read, repaired and chosen. It outlives the page, so that a look at another
 * one loses nothing.
 */
export class ImportSession {
  readonly key: ImportKey
  #state = createStore<ImportState>(emptyState)
  #worker: ImportWorker | undefined
  #file: File | undefined
  /** How that file is read, where a person knew better. */
  #options: ReadOptions = {}
  #walk: AbortController | undefined

  constructor(key: ImportKey) {
    this.key = key
  }

  readonly subscribe = this.#state.subscribe
  readonly read = this.#state.read

  change(part: Partial<ImportState>): void {
    this.#state.write({ ...this.read(), ...part })
  }

  ask<M extends WorkerMethod>(method: M, input: WorkerInput<M>) {
    this.#worker ??= new ImportWorker()
    return this.#worker.call(method, input)
  }

  /** What stands in the field, read as it is typed. */
  async type(text: string): Promise<void> {
    this.change({ text, source: { kind: 'text' } })
    await this.#load(() => this.ask('readText', { text }))
  }

  /** A paste too long to stand in a field. */
  async paste(text: string): Promise<void> {
    this.change({ source: { kind: 'paste' } })
    await this.#load(() => this.ask('readText', { text }))
  }

  async open(file: File, options: ReadOptions = {}): Promise<void> {
    this.#file = file
    this.#options = options
    this.change({ source: { kind: 'file', name: file.name } })
    await this.#load(() => this.ask('readFile', { file, ...options }))
  }

  /** The same file in another encoding, another of its sheets, or with its hidden rows. */
  async reopen(options: ReadOptions): Promise<void> {
    if (this.#file) await this.open(this.#file, { ...this.#options, ...options })
  }

  /** Back to the field, with what was typed in it. */
  async leave(): Promise<void> {
    this.#file = undefined
    const { text } = this.read()
    if (text.trim() === '') this.change({ source: { kind: 'text' }, snapshot: undefined, fault: undefined })
    else await this.type(text)
  }

  /** One of the calls that answer with the list as it is then. */
  async apply<M extends SnapshotMethod>(method: M, input: WorkerInput<M>): Promise<void> {
    const snapshot = await this.ask(method, input)
    if (!this.#renew(snapshot)) return
    if (method === 'map' || method === 'mapHeader') rememberMapping(snapshot)
    await this.#settlePersons()
  }

  /** Asks which monitors are there; again when the list is to be compared with today's. */
  async walk(): Promise<void> {
    this.#walk?.abort()
    const own = new AbortController()
    this.#walk = own
    this.change({ known: { kind: 'loading', done: 0, total: undefined } })
    try {
      const report = (done: number, total: number | undefined) =>
        this.change({ known: { kind: 'loading', done, total } })
      const monitors = await readKnown(own.signal, report)
      await this.apply('know', { monitors })
      await this.#askPersons(own.signal)
      this.change({ known: { kind: 'ready', at: Date.now() } })
    } catch (error) {
      if (!own.signal.aborted) this.change({ known: { kind: 'failed', error } })
    }
  }

  /** Personal numbers that came with an edit or another list: which of them are monitored has to be asked as well. */
  async #settlePersons(): Promise<void> {
    const { known, snapshot } = this.read()
    if (known.kind !== 'ready' || snapshot === undefined || snapshot.unasked === 0) return
    this.change({ known: { kind: 'loading', done: 0, total: snapshot.unasked } })
    try {
      await this.#askPersons(new AbortController().signal)
      this.change({ known })
    } catch (error) {
      this.change({ known: { kind: 'failed', error } })
    }
  }

  /** Until there is none left: the list may be edited meanwhile. */
  async #askPersons(signal: AbortSignal): Promise<void> {
    for (;;) {
      const values = (await this.ask('unasked', undefined)).slice(0, PERSONS)
      if (values.length === 0) return
      const persons = await withRateLimit(signal, () => importApi.persons(values))
      signal.throwIfAborted()
      this.#renew(await this.ask('knowPersons', { persons }))
    }
  }

  /** Shows the list as it is now, unless it was taken away while the worker was at it. */
  #renew(snapshot: ImportSnapshot): boolean {
    if (this.read().snapshot === undefined) return false
    this.change({ snapshot })
    return true
  }

  /** Starts over, with nothing of this list left in memory. */
  reset(): void {
    this.#walk?.abort()
    this.#worker?.stop()
    this.#worker = undefined
    this.#file = undefined
    const { kept } = this.read()
    this.change({ ...emptyState, kept })
  }

  async #load(read: () => Promise<LoadResult>): Promise<void> {
    this.change({ isReading: true, fault: undefined, outcome: undefined, error: undefined })
    // The next list gets a thread of its own again.
    if (this.#worker?.isBroken) this.#worker = undefined
    try {
      await this.#show(await read())
    } catch {
      this.change({ fault: 'unreadable', snapshot: undefined })
    }
    this.change({ isReading: false })
  }

  async #show(result: LoadResult): Promise<void> {
    if (!result.ok) {
      // An empty field is no fault: nothing has been given yet.
      const isBlank = this.read().source.kind === 'text' && result.fault === 'empty'
      this.change({ snapshot: undefined, fault: isBlank ? undefined : result.fault })
      return
    }
    this.change({ snapshot: result.snapshot })
    const mapping = recallMapping(result.snapshot)
    if (mapping) await this.apply('map', { mapping })
    else await this.#settlePersons()
    if (this.read().known.kind === 'unasked') void this.walk()
  }
}

let current: ImportSession | undefined

/** The session of a user; somebody else who signs in meanwhile finds nothing of it. */
export function importSession(key: ImportKey): ImportSession {
  if (current?.key.owner === key.owner && current.key.key === key.key) return current
  current?.reset()
  current = new ImportSession(key)
  return current
}

interface Waiting {
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

/** The list's own thread, so that fifty thousand rows are read and judged while the page goes on. */
class ImportWorker {
  #worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })
  #waiting = new Map<number, Waiting>()
  #lastId = 0
  /** It stopped or never began: nothing that is asked of it will ever be answered. */
  #isBroken = false

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => this.#settle(data))
    this.#worker.addEventListener('error', () => this.#failAll())
  }

  call<M extends WorkerMethod>(method: M, input: WorkerInput<M>): Promise<WorkerOutput<M>> {
    if (this.#isBroken) return Promise.reject(new Error('The list could not be read'))
    this.#lastId += 1
    const request: WorkerRequest = { id: this.#lastId, method, input }
    return new Promise((resolve, reject) => {
      /** Sound: the worker runs the method of that name and gives back what it gave. */
      this.#waiting.set(request.id, { resolve: (output) => resolve(output as WorkerOutput<M>), reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
      this.#worker.postMessage(request)
    })
  }

  get isBroken(): boolean {
    return this.#isBroken
  }

  stop(): void {
    this.#worker.terminate()
    this.#failAll()
  }

  #settle(answer: WorkerAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.ok) waiting?.resolve(answer.output)
    else waiting?.reject(new Error(answer.message))
  }

  #failAll(): void {
    this.#isBroken = true
    for (const { reject } of this.#waiting.values()) reject(new Error('The list could not be read'))
    this.#waiting.clear()
  }
}

/** `each`: columns of one kind each give a number. */
const mappings = keptByKey('monitor-import-columns-2', 50, (kept) => {
  const { roles, each } = (kept ?? {}) as { roles?: unknown; each?: unknown }
  const read = textsIn(roles)
  return read && { roles: read, each: each === true }
})

/** How a list with these column names was read the last time. */
function recallMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): Mapping | undefined {
  const key = mappingKey(names)
  const kept = key === undefined ? undefined : mappings.recall(key)
  const read = kept?.roles.filter(isColumnRole) ?? []
  if (kept === undefined || read.length !== mapping.roles.length) return undefined
  return { header: mapping.header, roles: read, isEach: kept.each }
}

/** Names of columns and their roles, and nothing of what stands in the list. */
function rememberMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): void {
  const key = mappingKey(names)
  if (key === undefined || mapping.doubt === 'several') return
  mappings.remember(key, { roles: mapping.roles, each: mapping.isEach === true })
}
