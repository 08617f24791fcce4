import { isColumnRole, mappingKey } from '@/lib/client/read-table/column-names'
import type { Mapping } from '@/lib/client/read-table/columns'
import type { ReadOptions } from '@/lib/client/read-table/read-source'
import { withRateLimit } from '@/lib/client/run-steps'
import { storedByKey, textsIn } from '@/lib/client/stored-by-key'
import { createStore } from '@/lib/domain/store'

import { importApi } from '../job/import-api'
import type { ImportKey } from '../job/sealed-job-store'
import { readKnownMonitors } from '../read/read-known'
import type { LoadResult, ImportSnapshot } from './import-snapshot'
import { emptyState, type ImportState } from './import-state'
import type { WorkerInput, WorkerMethod, WorkerAnswer, WorkerOutput, WorkerRequest } from './worker-messages'

type SnapshotMethod = 'map' | 'mapHeader' | 'edit' | 'choose' | 'chooseForAll' | 'know' | 'group'

/** The number of personal numbers per request. */
const PERSONS_PER_REQUEST = 10_000

/**
 * The list that a user imports in this tab, with corrections and choices. It outlives the page, so that visiting
 * another page loses nothing.
 */
export class ImportSession {
  readonly key: ImportKey
  #state = createStore<ImportState>(emptyState)
  #worker: ImportWorker | undefined
  #file: File | undefined
  /** Read options of the file that the user has changed. */
  #options: ReadOptions = {}
  #loading: AbortController | undefined

  constructor(key: ImportKey) {
    this.key = key
  }

  readonly subscribe = this.#state.subscribe
  readonly read = this.#state.read

  change(part: Partial<ImportState>): void {
    this.#state.write({ ...this.read(), ...part })
  }

  callWorker<M extends WorkerMethod>(method: M, input: WorkerInput<M>) {
    this.#worker ??= new ImportWorker()
    return this.#worker.call(method, input)
  }

  async type(text: string): Promise<void> {
    this.change({ text, source: { kind: 'text' } })
    await this.#load(() => this.callWorker('readText', { text }))
  }

  /** Reads a pasted text that is too long for the field. */
  async paste(text: string): Promise<void> {
    this.change({ source: { kind: 'paste' } })
    await this.#load(() => this.callWorker('readText', { text }))
  }

  async open(file: File, options: ReadOptions = {}): Promise<void> {
    this.#file = file
    this.#options = options
    this.change({ source: { kind: 'file', name: file.name } })
    await this.#load(() => this.callWorker('readFile', { file, ...options }))
  }

  /** Reads the same file in another encoding, another sheet, or with its hidden rows. */
  async reopen(options: ReadOptions): Promise<void> {
    if (this.#file) await this.open(this.#file, { ...this.#options, ...options })
  }

  /** Returns to the field with the text typed in it. */
  async leave(): Promise<void> {
    this.#file = undefined
    const { text } = this.read()
    if (text.trim() === '') this.change({ source: { kind: 'text' }, snapshot: undefined, fault: undefined })
    else await this.type(text)
  }

  /** Calls a method that returns the updated list. */
  async apply<M extends SnapshotMethod>(method: M, input: WorkerInput<M>): Promise<void> {
    const snapshot = await this.callWorker(method, input)
    if (!this.#updateSnapshot(snapshot)) return
    if (method === 'map' || method === 'mapHeader') rememberMapping(snapshot)
    await this.#loadNewPersons()
  }

  /** Reads the account's monitors; called again before the list is compared with their current state. */
  async loadMonitors(): Promise<void> {
    this.#loading?.abort()
    const controller = new AbortController()
    this.#loading = controller
    this.change({ known: { kind: 'loading', done: 0, total: undefined } })
    try {
      const report = (done: number, total: number | undefined) =>
        this.change({ known: { kind: 'loading', done, total } })
      const monitors = await readKnownMonitors(controller.signal, report)
      await this.apply('know', { monitors })
      await this.#loadPersons(controller.signal)
      this.change({ known: { kind: 'ready', at: Date.now() } })
    } catch (error) {
      if (!controller.signal.aborted) this.change({ known: { kind: 'failed', error } })
    }
  }

  /** An edit or another list may add personal numbers whose monitors must be requested as well. */
  async #loadNewPersons(): Promise<void> {
    const { known, snapshot } = this.read()
    if (known.kind !== 'ready' || snapshot === undefined || snapshot.unasked === 0) return
    this.change({ known: { kind: 'loading', done: 0, total: snapshot.unasked } })
    try {
      await this.#loadPersons(new AbortController().signal)
      this.change({ known })
    } catch (error) {
      this.change({ known: { kind: 'failed', error } })
    }
  }

  /** Repeats until all are requested, because the list may be edited in between. */
  async #loadPersons(signal: AbortSignal): Promise<void> {
    for (;;) {
      const values = (await this.callWorker('unasked', undefined)).slice(0, PERSONS_PER_REQUEST)
      if (values.length === 0) return
      const persons = await withRateLimit(signal, () => importApi.persons(values))
      signal.throwIfAborted()
      this.#updateSnapshot(await this.callWorker('knowPersons', { persons }))
    }
  }

  /** Shows the updated list, unless it was removed while the worker was busy. */
  #updateSnapshot(snapshot: ImportSnapshot): boolean {
    if (this.read().snapshot === undefined) return false
    this.change({ snapshot })
    return true
  }

  reset(): void {
    this.#loading?.abort()
    this.#worker?.stop()
    this.#worker = undefined
    this.#file = undefined
    const { unfinishedJob } = this.read()
    this.change({ ...emptyState, unfinishedJob })
  }

  async #load(read: () => Promise<LoadResult>): Promise<void> {
    this.change({ isReading: true, fault: undefined, outcome: undefined, error: undefined })
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
      // An empty field is not an error, because the user has not entered a list yet.
      const isBlank = this.read().source.kind === 'text' && result.fault === 'empty'
      this.change({ snapshot: undefined, fault: isBlank ? undefined : result.fault })
      return
    }
    this.change({ snapshot: result.snapshot })
    const mapping = recallMapping(result.snapshot)
    if (mapping) await this.apply('map', { mapping })
    else await this.#loadNewPersons()
    if (this.read().known.kind === 'unasked') void this.loadMonitors()
  }
}

let current: ImportSession | undefined

/** The session of a user; another user who signs in gets a new one. */
export function importSession(key: ImportKey): ImportSession {
  if (current?.key.owner === key.owner && current.key.key === key.key) return current
  current?.reset()
  current = new ImportSession(key)
  return current
}

interface PendingCall {
  readonly resolve: (output: unknown) => void
  readonly reject: (error: Error) => void
}

/** A worker, so that the page stays responsive while 50 000 rows are read and checked. */
class ImportWorker {
  #worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })
  #waiting = new Map<number, PendingCall>()
  #lastId = 0
  /** True if the worker crashed or never started, so that it will not answer. */
  #isBroken = false

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => this.#handleAnswer(data))
    this.#worker.addEventListener('error', () => this.#failAll())
  }

  call<M extends WorkerMethod>(method: M, input: WorkerInput<M>): Promise<WorkerOutput<M>> {
    if (this.#isBroken) return Promise.reject(new Error('The list could not be read'))
    this.#lastId += 1
    const request: WorkerRequest = { id: this.#lastId, method, input }
    return new Promise((resolve, reject) => {
      /** Safe: the worker calls the method of that name and returns its result. */
      this.#waiting.set(request.id, { resolve: (output) => resolve(output as WorkerOutput<M>), reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the method of a worker has no such parameter
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

  #handleAnswer(answer: WorkerAnswer): void {
    const pendingCall = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.ok) pendingCall?.resolve(answer.output)
    else pendingCall?.reject(new Error(answer.message))
  }

  #failAll(): void {
    this.#isBroken = true
    for (const { reject } of this.#waiting.values()) reject(new Error('The list could not be read'))
    this.#waiting.clear()
  }
}

/** `each`: whether columns of one type each give a row. */
const mappings = storedByKey('monitor-import-columns-2', 50, (stored) => {
  const { roles, each } = (stored ?? {}) as { roles?: unknown; each?: unknown }
  const storedRoles = textsIn(roles)
  return storedRoles && { roles: storedRoles, each: each === true }
})

/** The mapping used last for a list with these column names. */
function recallMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): Mapping | undefined {
  const key = mappingKey(names)
  const stored = key === undefined ? undefined : mappings.recall(key)
  const roles = stored?.roles.filter(isColumnRole) ?? []
  if (stored === undefined || roles.length !== mapping.roles.length) return undefined
  return { header: mapping.header, roles, isEach: stored.each }
}

/** Stores only column names and roles, no data of the list. */
function rememberMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): void {
  const key = mappingKey(names)
  if (key === undefined || mapping.doubt === 'several') return
  mappings.remember(key, { roles: mapping.roles, each: mapping.isEach === true })
}
