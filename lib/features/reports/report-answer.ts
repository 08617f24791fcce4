/** What the headers of an answer of `reports.download` say. */

/** A page of a proxy on the way is no report, whatever status it came with. */
export const isReportAnswer = ({ headers }: Response): boolean =>
  /^(application\/([\w.+-]+\+)?json|text\/csv)\b/i.test(headers.get('content-type') ?? '')

/** The mark of the embedded service is the hash of the file; one of another form says nothing of the bytes. */
export function isNamedHash(etag: string | null, sha256: string): boolean {
  const named = /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1]
  return named === undefined || named === sha256
}

const contentRange = /^bytes (\d+)-(\d+)\/(\d+)$/
const rangeOf = ({ headers }: Response) => contentRange.exec(headers.get('content-range') ?? '')

/** The first byte; -1 for a part that does not say it. */
export const startOf = (answer: Response): number => (answer.status === 206 ? Number(rangeOf(answer)?.[1] ?? -1) : 0)

/** The byte after the last one of a part; undefined for a whole file. */
export function endOf(answer: Response): number | undefined {
  const last = answer.status === 206 ? rangeOf(answer)?.[2] : undefined
  return last === undefined ? undefined : Number(last) + 1
}

/** Of the whole file, where it is said. */
export function totalOf(answer: Response): number | undefined {
  const said = answer.status === 206 ? rangeOf(answer)?.[3] : answer.headers.get('content-length')
  return said === null || said === undefined || !/^\d{1,15}$/.test(said) ? undefined : Number(said)
}

/** Null for a weak one: it says nothing of the bytes. */
export function strongEtagOf({ headers }: Response): string | null {
  const etag = headers.get('etag')?.trim() ?? ''
  return /^"[^"]*"$/.test(etag) ? etag : null
}

type Rest = { readonly at: number; readonly etag: string; readonly sizeBytes: number | null }

/** The same file, from that byte on. */
export const isRestOf = (answer: Response, { at, etag, sizeBytes }: Rest): boolean =>
  answer.status === 206 &&
  strongEtagOf(answer) === etag &&
  startOf(answer) === at &&
  (sizeBytes === null || totalOf(answer) === sizeBytes)

/** As the service names the file. */
export const fileNameOf = ({ headers }: Response): string | null =>
  /filename="([^"]{1,200})"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null
