import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import { HttpError } from '@/lib/http/errors'
import { openWithAny, type PanelSecrets } from '@/lib/panel/secrets/panel-secrets'

export type DownloadLinkScope = {
  readonly sessionId: string
  readonly accountId: string
  /** The report's id, or `zip`. */
  readonly reportId: string
}

const MAC_LENGTH = 32
const linkForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{32})$/

/** Names a download before it begins; no other session can use the link. */
export function makeDownloadLink(secrets: PanelSecrets, scope: DownloadLinkScope): string {
  const id = randomUUID()
  return `${id}.${macOf(secrets.current(), id, scope)}`
}

/** Returns the id of the download. Throws 403 `foreign_download` for a link of another session, account or report. */
export function openDownloadLink(secrets: PanelSecrets, scope: DownloadLinkScope, link: string): string {
  const [, id = '', mac = ''] = linkForm.exec(link) ?? []
  const opened = openWithAny(secrets, (secret) => (isEqual(macOf(secret, id, scope), mac) ? id : undefined))
  if (id !== '' && opened !== undefined) return opened
  throw new HttpError('foreign_download', 'This address works only in the session for which it was created')
}

function macOf(secret: string, id: string, { sessionId, accountId, reportId }: DownloadLinkScope): string {
  const text = ['report download link', accountId, sessionId, reportId, id].join('\n')
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, MAC_LENGTH)
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
