import { isApiError } from '@/lib/domain/api-error'
import { eachPage, retryPatiently, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import { HttpError } from '@/lib/http/errors'
import type { CallService } from '@/lib/panel/context'

import type { TaggedMonitor } from './domain/tag-change'

/** Up to this many monitors are requested one by one instead of reading the list. */
const MAX_SINGLE_READS = 20
const CONCURRENCY = 5

/** Current data of a monitor. `page`: index of its page in the list; -1 if it was requested by id. */
export type FoundMonitor = TaggedMonitor & { readonly name: string | null; readonly page: number }

/** Pages of the service's list that contain the monitors, so that they can be read again without the whole list. */
export type PageRange = { readonly cursor: string | null; readonly pages: number }

export type TagSelection = {
  /** In the order of the service's list. */
  readonly monitors: readonly FoundMonitor[]
  /** Cursors of all pages read. */
  readonly cursors: readonly (string | null)[]
}

export async function readSelectedMonitors(callService: CallService, ids: readonly string[]): Promise<TagSelection> {
  const wanted = new Set(ids)
  if (wanted.size <= MAX_SINGLE_READS) return { monitors: await readEach(callService, [...wanted]), cursors: [] }
  return readPages(callService, wanted, { cursor: null, pages: Number.POSITIVE_INFINITY })
}

/** Reads tags of monitors from their known pages, and searches the whole list for the rest. */
export async function rereadTags(
  callService: CallService,
  { ids, range }: { ids: readonly string[]; range: PageRange },
): Promise<Map<string, readonly string[]>> {
  const listed = await readPages(callService, new Set(ids), range).catch((error: unknown) => {
    // A remote service may no longer accept old cursors.
    if (isApiError(error) && [400, 404, 410, 422].includes(error.status)) return { monitors: [] }
    throw error
  })
  const tags = new Map(listed.monitors.map((monitor) => [monitor.id, monitor.tags]))
  const rest = ids.filter((id) => !tags.has(id))
  if (rest.length > 0) {
    const { monitors } = await readSelectedMonitors(callService, rest)
    for (const monitor of monitors) tags.set(monitor.id, monitor.tags)
  }
  return tags
}

async function readPages(
  callService: CallService,
  wanted: ReadonlySet<string>,
  { cursor, pages }: PageRange,
): Promise<TagSelection> {
  const found = new Map<string, FoundMonitor>()
  const cursors: (string | null)[] = []
  if (pages === 0 || wanted.size === 0) return { monitors: [], cursors }
  for await (const page of eachPage(callService, { from: cursor })) {
    for (const monitor of page.items) {
      if (wanted.has(monitor.id)) found.set(monitor.id, toFoundMonitor(monitor, cursors.length))
    }
    cursors.push(page.cursor)
    if (cursors.length >= pages || found.size >= wanted.size) break
  }
  return { monitors: [...found.values()], cursors }
}

async function readEach(callService: CallService, ids: readonly string[]): Promise<FoundMonitor[]> {
  const found: FoundMonitor[] = []
  for (let start = 0; start < ids.length; start += CONCURRENCY) {
    const read = ids.slice(start, start + CONCURRENCY).map((id) => readOne(callService, id))
    found.push(...(await Promise.all(read)).filter((monitor) => monitor !== undefined))
  }
  return found
}

async function readOne(callService: CallService, id: string): Promise<FoundMonitor | undefined> {
  try {
    return toFoundMonitor(await retryPatiently(() => callService('monitors.get', { params: { id } })), -1)
  } catch (error) {
    // A remote service with other formats of ids may answer 422.
    if (isApiError(error) && [404, 410, 422].includes(error.status)) return undefined
    throw error
  }
}

/** Tags are required, because dry run and undo depend on the previous ones. */
function toFoundMonitor({ id, tags, ...monitor }: WatchedRecord, page: number): FoundMonitor {
  if (!tags) throw new HttpError('unavailable', 'The service does not say which tags its monitors have')
  return { id, tags, page, name: monitor.subject_name ?? monitor.label ?? monitor.identifier_value ?? null }
}
