import { createHash } from 'node:crypto'

import { warsawDay } from '@/lib/domain/calendar'
import { defaultLocale } from '@/lib/domain/format/locales'

import { recordAudit, toAuditEvent } from '../audit/audit'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '../context'
import { readMonitorChanges } from './changes'
import { makeCertificate } from './content'
import { gatherEvidence } from './evidence'
import { renderCertificate } from './pdf'
import { certificateWords } from './words'

const history: PanelHandler<'coverage.history'> = async ({ params }, context) => ({
  items: await readMonitorChanges(context, params.id),
})

const certificate: PanelHandler<'coverage.certificate'> = async ({ params, query }, context) => {
  const { locale = defaultLocale } = query
  const evidence = await gatherEvidence(context, params.id)
  const { signal } = context.request
  const bytes = await renderCertificate(makeCertificate(evidence, locale), { at: evidence.issuedAt, locale, signal })
  await recordIssue(context, params.id, { events: evidence.events.length, sha256: sha256Of(bytes) })
  const id = params.id.slice(0, 8).replaceAll(/[^\w-]/g, '-')
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(bytes.byteLength),
    'content-disposition': `attachment; filename="${certificateWords[locale].file}-${id}-${warsawDay(context.now)}.pdf"`,
  }
  return new Response(bytes, { headers })
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The hash lets anybody tell later whether a file is the one that was issued. */
const recordIssue = (context: PanelContext, target: string, after: { events: number; sha256: string }): Promise<void> =>
  recordAudit(context.storage, toAuditEvent(context, { action: 'coverage.certificate', target, after }))

export const coverageHandlers: PanelHandlersOf<'coverage'> = {
  'coverage.history': history,
  'coverage.certificate': certificate,
}
