/** A proxy's error page is not a report, whatever its status. */
export const isReportAnswer = ({ headers }: Response): boolean =>
  /^(application\/([\w.+-]+\+)?json|text\/csv)\b/i.test(headers.get('content-type') ?? '')

/** The embedded service's ETag is the hash of the file; an ETag in another format says nothing about the bytes. */
export function isNamedHash(etag: string | null, sha256: string): boolean {
  const namedHash = /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1]
  return namedHash === undefined || namedHash === sha256
}

const contentRange = /^bytes (\d+)-(\d+)\/(\d+)$/
const rangeOf = ({ headers }: Response) => contentRange.exec(headers.get('content-range') ?? '')

/** Offset of the first byte; -1 for a part without a range header. */
export const startOf = (answer: Response): number => (answer.status === 206 ? Number(rangeOf(answer)?.[1] ?? -1) : 0)

/** Offset after the last byte of a part; undefined for a whole file. */
export function endOf(answer: Response): number | undefined {
  const last = answer.status === 206 ? rangeOf(answer)?.[2] : undefined
  return last === undefined ? undefined : Number(last) + 1
}

/** Size of the whole file, if reported. */
export function totalOf(answer: Response): number | undefined {
  const size = answer.status === 206 ? rangeOf(answer)?.[3] : answer.headers.get('content-length')
  return size === null || size === undefined || !/^\d{1,15}$/.test(size) ? undefined : Number(size)
}

/** Null for a weak ETag, which says nothing about the bytes. */
export function strongEtagOf({ headers }: Response): string | null {
  const etag = headers.get('etag')?.trim() ?? ''
  return /^"[^"]*"$/.test(etag) ? etag : null
}

type ExpectedRest = { readonly at: number; readonly etag: string; readonly sizeBytes: number | null }

/** Whether the answer continues the same file from the given byte. */
export const isRestOf = (answer: Response, { at, etag, sizeBytes }: ExpectedRest): boolean =>
  answer.status === 206 &&
  strongEtagOf(answer) === etag &&
  startOf(answer) === at &&
  (sizeBytes === null || totalOf(answer) === sizeBytes)

/** The service's name for the file. */
export const fileNameOf = ({ headers }: Response): string | null =>
  /filename="([^"]{1,200})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null
