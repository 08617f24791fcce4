import { createStore, del, delMany, get, keys, set, setMany, type UseStore } from 'idb-keyval'

import type { ImportJob, JobItem, JobProgress } from './job'
import { type JobStore, memoryJobStore } from './job-store'
import { makeSeal, type JobSeal, type SealedData } from './seal'

/** The owner of a stored job and the key that decrypts it; both come with the page of the signed-in user. */
export interface ImportKey {
  readonly owner: string
  readonly key: string
}

/** An unfinished job is deleted after this time. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000
const CHUNK_DIGITS = 3

interface Entry {
  readonly savedAt: number
  readonly sealed: SealedData
}

interface StoredProgress {
  readonly job: ImportJob
  readonly progress: JobProgress
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'savedAt' in value && 'sealed' in value

async function deleteExpired(store: UseStore): Promise<void> {
  const all = await keys(store)
  for (const key of all) {
    const entry: unknown = await get(key, store)
    if (!isEntry(entry) || Date.now() - entry.savedAt > MAX_AGE_MS) await del(key, store)
  }
}

function storeOf({ owner }: ImportKey, seal: JobSeal, store: UseStore): JobStore {
  const jobKey = `${owner}:job`
  const chunkKey = (index: number) => `${owner}:chunk:${String(index).padStart(CHUNK_DIGITS, '0')}`
  const entryOf = async (value: unknown): Promise<Entry> => ({ savedAt: Date.now(), sealed: await seal.seal(value) })
  const readSealed = async (key: string): Promise<unknown> => {
    const entry: unknown = await get(key, store)
    return isEntry(entry) ? seal.open(entry.sealed) : undefined
  }
  /** Safe: data that this user's key decrypts was encrypted by this code. */
  const readStored = async () => (await readSealed(jobKey)) as StoredProgress | undefined
  const clear = async () => {
    const ownKeys = (await keys<string>(store)).filter((key) => key.startsWith(`${owner}:`))
    await delMany(ownKeys, store)
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
      // Written last, so that a job is stored either completely or not at all.
      await setMany([[jobKey, await entryOf({ job, progress } satisfies StoredProgress)]], store)
    },
    read: readStored,
    /** Safe for the same reason as `readStored`. */
    chunk: async (index) => ((await readSealed(chunkKey(index))) as JobItem[] | undefined) ?? [],
    save: async (progress) => {
      const stored = await readStored()
      if (stored) await set(jobKey, await entryOf({ ...stored, progress } satisfies StoredProgress), store)
    },
    forgetChunk: (index) => del(chunkKey(index), store),
    clear,
  }
}

/** Stores the job encrypted in IndexedDB, or in memory if that is unavailable. */
export async function openJobStore(importKey: ImportKey): Promise<JobStore> {
  try {
    const seal = await makeSeal(importKey.key)
    if (seal === undefined) return memoryJobStore()
    const store = createStore('registers-panel-import', 'jobs')
    await deleteExpired(store)
    return storeOf(importKey, seal, store)
  } catch {
    return memoryJobStore()
  }
}
