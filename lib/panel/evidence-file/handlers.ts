import { warsawDay } from '@/lib/domain/calendar'
import { defaultLocale } from '@/lib/domain/format/locales'

import { recordChangeAlone } from '../audit/audit'
import type { PanelHandler, PanelHandlersOf } from '../context'
import { sha256 } from '../packs/files'
import { wordsIn } from '../words'
import { makeEvidencePdf, makeEvidenceZip } from './files'
import { gatherCompany } from './gather'

const MEDIA = { pdf: 'application/pdf', zip: 'application/zip' } as const

const make: PanelHandler<'evidenceFiles.make'> = async ({ params, query }, context) => {
  const { locale = defaultLocale } = query
  const { file } = params
  const gathered = await gatherCompany(context, params.number)
  const { number } = gathered.identity
  const name = `${wordsIn(locale, 'papers', 'evidence').words.file}-${number.replaceAll(/[^\w-]/g, '-').slice(0, 40)}-${warsawDay(context.now)}`
  const making = { locale, signal: context.request.signal, name }
  const bytes = file === 'pdf' ? await makeEvidencePdf(gathered, making) : await makeEvidenceZip(gathered, making)
  const parts = gathered.parts.map(({ part }) => part)
  const after = { format: file, company_part: parts, sha256: sha256(bytes) }
  await recordChangeAlone(context, { action: 'evidenceFiles.make', target: number, after })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': MEDIA[file],
      'content-length': String(bytes.byteLength),
      'content-disposition': `attachment; filename="${name}.${file}"`,
    },
  })
}

export const evidenceFileHandlers: PanelHandlersOf<'evidenceFiles'> = { 'evidenceFiles.make': make }
