import 'server-only'
import { HIDDEN_QUERY_HEADER } from '@/lib/domain/identifiers/personal-query'

/** What a request asks for, as it came on the wire; the query of one that names a person comes in a header instead. */
export function requestUrl(request: Request): URL {
  const url = new URL(request.url)
  const hidden = request.method === 'GET' ? request.headers.get(HIDDEN_QUERY_HEADER) : null
  if (hidden !== null) url.search = hidden
  return url
}
