import { noteRefusal } from '@/lib/client/refusals'
import { ApiError } from '@/lib/domain/api-error'
import { reportFilePath } from '@/lib/domain/routes'
import { DOWNLOAD_HEADER } from '@/lib/features/report-downloads/domain/download-link-header'

/** What the service says of a file before it is taken. */
export interface OfferedFile {
  /** Its address, good in this session alone. */
  readonly path: string
  /** Of the download, as the panel keeps it; undefined where it names none. */
  readonly id: string | undefined
  readonly name: string | undefined
  readonly total: number | undefined
  readonly etag: string | null
}

/**
 * Asks for one byte, so that a refusal (expired, role, pool, session, purpose) is told in the page, where a link alone would show it as a
 * page of raw JSON. Throws it as an `ApiError`.
 */
export async function askForFile(id: string, signal: AbortSignal): Promise<OfferedFile> {
  const path = reportFilePath(id)
  const answer = await reach(path, { headers: { range: 'bytes=0-0' }, signal })
  // 416: the file is there and empty.
  if (!answer.ok && answer.status !== 416) throw await refusalOf(answer)
  // A service without ranges began to send it all.
  await answer.body?.cancel()
  return offerOf(path, answer.headers)
}

/** The same file for a spreadsheet. */
export const spreadsheetPath = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}spreadsheet=1`

function offerOf(path: string, headers: Headers): OfferedFile {
  const link = headers.get(DOWNLOAD_HEADER)
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return {
    path: link === null ? path : `${path}?download=${encodeURIComponent(link)}`,
    id: link?.split('.', 1)[0],
    name: /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1],
    total: total === undefined ? undefined : Number(total),
    etag: headers.get('etag'),
  }
}

export async function refusalOf(answer: Response): Promise<ApiError> {
  const { readApiError } = await import('@/lib/client/api-error')
  const error = await readApiError(answer)
  noteRefusal(error)
  return error
}

export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    const details = { kind: 'network', status: 0, code: 'network' } as const
    throw new ApiError('The service could not be reached', details, { cause: error })
  }
}

/** As a plain link does, so that the browser writes the bytes to disk as they come. The name of the file comes from the service. */
export function followLink(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
