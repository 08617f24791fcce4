import { createHash } from 'node:crypto'

import { warsawDay } from '@/lib/domain/calendar'
import { defaultLocale } from '@/lib/domain/format/locales'
import { recordActionOnly } from '@/lib/features/audit/audit'
import type { PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { wordsIn } from '@/lib/panel/words'

import { makeCertificate } from './content'
import { gatherEvidence } from './evidence'
import { renderCertificate } from './pdf'
import { makePortfolio } from './portfolio'
import { readMonitorChanges } from './timeline'

const history: PanelHandler<'coverage.history'> = async ({ params }, context) => ({
  items: await readMonitorChanges(context, params.id),
})

const certificate: PanelHandler<'coverage.certificate'> = async ({ params, query }, context) => {
  const { locale = defaultLocale } = query
  const evidence = await gatherEvidence(context, params.id)
  const { signal } = context.request
  const bytes = await renderCertificate(makeCertificate(evidence, locale), { at: evidence.issuedAt, locale, signal })
  // The hash allows checking later whether a file is the issued one.
  const after = { events: evidence.events.length, sha256: sha256Of(bytes) }
  await recordActionOnly(context, { action: 'coverage.certificate', target: params.id, after })
  const id = params.id.slice(0, 8).replaceAll(/[^\w-]/g, '-')
  return toPdf(bytes, `${wordsIn(locale, 'papers', 'certificate').words.file}-${id}-${warsawDay(context.now)}.pdf`)
}

const portfolio: PanelHandler<'coverage.portfolio'> = async ({ body }, context) => {
  const { locale, content, counts, file } = await makePortfolio(context, body)
  const bytes = await renderCertificate(content, { at: context.now, locale, signal: context.request.signal })
  const after = { ...counts, tag: body.tag, sha256: sha256Of(bytes) }
  await recordActionOnly(context, { action: 'coverage.portfolio', target: null, after })
  return toPdf(bytes, file)
}

const toPdf = (bytes: Uint8Array<ArrayBuffer>, name: string): Response =>
  new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(bytes.byteLength),
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const coverageHandlers: PanelHandlersOf<'coverage'> = {
  'coverage.history': history,
  'coverage.certificate': certificate,
  'coverage.portfolio': portfolio,
}
