import { noteRefusal } from '@/lib/client/refusals'
import { ApiError } from '@/lib/domain/api-error'
import { reportFilePath } from '@/lib/domain/routes'
import { DOWNLOAD_HEADER } from '@/lib/features/report-downloads/domain/download-link-header'

export interface FileOffer {
  /** The address, valid only in this session. */
  readonly path: string
  /** The id of the panel's download record; undefined if the answer has none. */
  readonly id: string | undefined
  readonly name: string | undefined
  readonly total: number | undefined
  readonly etag: string | null
}

/**
 * Requests one byte, so that a refusal (expired, role, pool, session, purpose) is shown in the page, while a plain link
 * would show it as raw JSON. Throws it as an `ApiError`.
 */
export async function requestFile(id: string, signal: AbortSignal): Promise<FileOffer> {
  const path = reportFilePath(id)
  const answer = await fetchFile(path, { headers: { range: 'bytes=0-0' }, signal })
  // 416 means that the file exists and is empty.
  if (!answer.ok && answer.status !== 416) throw await refusalOf(answer)
  // A service without range support started to send the whole file.
  await answer.body?.cancel()
  return offerOf(path, answer.headers)
}

/** The same file in the form that spreadsheets open correctly. */
export const spreadsheetPath = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}spreadsheet=1`

function offerOf(path: string, headers: Headers): FileOffer {
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

export async function fetchFile(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    const details = { kind: 'network', status: 0, code: 'network' } as const
    throw new ApiError('The service could not be reached', details, { cause: error })
  }
}

/** Downloads like a plain link, so that the browser streams the bytes to disk. The service sends the file name. */
export function followLink(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
