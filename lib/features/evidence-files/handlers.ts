import { warsawDay } from '@/lib/domain/calendar'
import { defaultLocale, type Locale } from '@/lib/domain/format/locales'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { sha256 } from '@/lib/features/packs/files'
import { zipOf } from '@/lib/http/zip-stream'
import type { PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { wordsIn } from '@/lib/panel/words'

import { makeEvidence } from './content'
import { gatherCompany, answerFileName, type GatheredCompany } from './gather'
import { renderEvidence } from './pdf'

const MEDIA = { pdf: 'application/pdf', zip: 'application/zip' } as const

const make: PanelHandler<'evidenceFiles.make'> = async ({ params, query }, context) => {
  const { locale = defaultLocale } = query
  const { file } = params
  const company = await gatherCompany(context, params.number)
  const { number } = company.identity
  const name = `${wordsIn(locale, 'papers', 'evidence').words.file}-${number.replaceAll(/[^\w-]/g, '-').slice(0, 40)}-${warsawDay(context.now)}`
  const options = { locale, signal: context.request.signal, name }
  const bytes = file === 'pdf' ? await makeEvidencePdf(company, options) : await makeEvidenceZip(company, options)
  const parts = company.parts.map(({ part }) => part)
  const after = { format: file, company_part: parts, sha256: sha256(bytes) }
  await recordActionOnly(context, { action: 'evidenceFiles.make', target: number, after })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': MEDIA[file],
      'content-length': String(bytes.byteLength),
      'content-disposition': `attachment; filename="${name}.${file}"`,
    },
  })
}

export const evidenceFileHandlers: PanelHandlersOf<'evidenceFiles'> = { 'evidenceFiles.make': make }

type RenderOptions = { readonly locale: Locale; readonly signal: AbortSignal }

const makeEvidencePdf = (company: GatheredCompany, { locale, signal }: RenderOptions) =>
  renderEvidence(makeEvidence(company, locale), { at: company.madeAt, locale, signal })

/** The PDF, every stored answer byte for byte, and a manifest that allows verification without this panel. */
async function makeEvidenceZip(
  company: GatheredCompany,
  options: RenderOptions & { name: string },
): Promise<Uint8Array> {
  const answers = company.parts.flatMap(({ pages }) => pages)
  const files = new Map<string, Uint8Array>([[`${options.name}.pdf`, await makeEvidencePdf(company, options)]])
  for (const answer of answers) files.set(answerFileName(answer), new TextEncoder().encode(answer.answer))
  files.set('manifest.json', manifestOf(company, files))
  return zipOf(files, company.madeAt)
}

function manifestOf(company: GatheredCompany, files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const { identity, account, madeAt, madeBy, parts } = company
  const { krs, nip, regon } = identity
  const manifest = {
    version: 1,
    account,
    company: { krs, nip, regon },
    made_at: madeAt.toISOString(),
    made_by: madeBy,
    answers: parts.flatMap(({ part, pages }) =>
      pages.map((page) => ({
        file: answerFileName(page),
        part,
        asked_at: page.asked_at,
        asked_by: page.asked_by,
        operation: page.operation,
        request_id: page.request_id,
        pool: page.pool,
        units: page.units,
        sha256: page.sha256,
      })),
    ),
    files: [...files].map(([name, bytes]) => ({ name, bytes: bytes.byteLength, sha256: sha256(bytes) })),
  }
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
}
