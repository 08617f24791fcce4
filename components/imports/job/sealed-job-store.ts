import { createStore, del, delMany, get, keys, set, setMany, type UseStore } from 'idb-keyval'

import type { ImportJob, JobItem, JobProgress } from './job'
import { type JobStore, memoryJobStore } from './job-store'
import { makeSeal, type JobSeal, type Sealed } from './seal'

/** Who a kept job belongs to, and what opens it; both come with the page of the signed-in user. */
export interface ImportKey {
  readonly owner: string
  readonly key: string
}

/** A job that nobody went on with is forgotten. */
const KEPT_MS = 24 * 60 * 60 * 1000
const CHUNK_DIGITS = 3

interface Entry {
  readonly savedAt: number
  readonly sealed: Sealed
}

interface Kept {
  readonly job: ImportJob
  readonly progress: JobProgress
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'savedAt' in value && 'sealed' in value

async function forgetOld(store: UseStore): Promise<void> {
  const all = await keys(store)
  for (const key of all) {
    const entry: unknown = await get(key, store)
    if (!isEntry(entry) || Date.now() - entry.savedAt > KEPT_MS) await del(key, store)
  }
}

function storeOf({ owner }: ImportKey, seal: JobSeal, store: UseStore): JobStore {
  const jobKey = `${owner}:job`
  const chunkKey = (index: number) => `${owner}:chunk:${String(index).padStart(CHUNK_DIGITS, '0')}`
  const entryOf = async (value: unknown): Promise<Entry> => ({ savedAt: Date.now(), sealed: await seal.seal(value) })
  const opened = async (key: string): Promise<unknown> => {
    const entry: unknown = await get(key, store)
    return isEntry(entry) ? seal.open(entry.sealed) : undefined
  }
  /** Sound: what opens under this user's key was sealed by this code. */
  const readKept = async () => (await opened(jobKey)) as Kept | undefined
  const clear = async () => {
    const own = (await keys<string>(store)).filter((key) => key.startsWith(`${owner}:`))
    await delMany(own, store)
  }
  return {
    isLasting: true,
    begin: async (job, progress, chunks) => {
      await clear()
      let index = 0
      for await (const items of chunks) {
        await set(chunkKey(index), await entryOf(items), store)
        index += 1
      }
      // Last, so that a job is either whole or not there.
      await setMany([[jobKey, await entryOf({ job, progress } satisfies Kept)]], store)
    },
    read: readKept,
    /** Sound: as above. */
    chunk: async (index) => ((await opened(chunkKey(index))) as JobItem[] | undefined) ?? [],
    keep: async (progress) => {
      const kept = await readKept()
      if (kept) await set(jobKey, await entryOf({ ...kept, progress } satisfies Kept), store)
    },
    forgetChunk: (index) => del(chunkKey(index), store),
    clear,
  }
}

/** In the browser's own database, sealed; in memory where that is not to be had. */
export async function openJobStore(importKey: ImportKey): Promise<JobStore> {
  try {
    const seal = await makeSeal(importKey.key)
    if (seal === undefined) return memoryJobStore()
    const store = createStore('registers-panel-import', 'jobs')
    await forgetOld(store)
    return storeOf(importKey, seal, store)
  } catch {
    return memoryJobStore()
  }
}
