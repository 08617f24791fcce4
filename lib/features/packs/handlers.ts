import type { Month } from '@/lib/domain/calendar'
import { recordChange } from '@/lib/features/audit/audit'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { mismatchesIn, type PackContent } from './content'
import type { PeriodPack } from './contract'
import { isVatPercent } from './domain/vat'
import { makePack, sha256 } from './files'
import { closeMonth, describePack, readCurrentMeter, type CloseRefusal, toPackRows } from './freeze'
import { gatherPack } from './gather'
import { publicKeyOf, signingKeyOf } from './signing'
import { findPackFile, insertDraftPack, listPackFiles, listPacks, readVatPercent, writeVatPercent } from './statements'
import type { PackFileTable, PeriodPackTable } from './tables'

export const packHandlers: PanelHandlersOf<'packs'> = {
  'packs.list': async (_input, { storage, account }) => {
    const packs = await listPacks(storage.db, account.id)
    const files = await listPackFiles(
      storage.db,
      packs.map(({ id }) => id),
    )
    const percent = await readVatPercent(storage.db, account.id)
    return {
      items: packs.map((pack) => toPack(pack, files)),
      vat_percent: isVatPercent(percent) ? percent : null,
      signing_key: publicKeyOf(signingKeyOf(storage.db)),
    }
  },
  'packs.create': ({ body: { month } }, context) =>
    month === undefined ? makePreliminary(context) : makeClosed(context, month),
  'packs.setVat': async ({ body }, context) => {
    const { storage, account } = context
    const before = { vat_percent: await readVatPercent(storage.db, account.id) }
    if (before.vat_percent === body.vat_percent) return body
    await inAccount(context, async (db) => {
      await recordChange(db, context, { action: 'pack.setVat', before, after: body })
      await writeVatPercent(db, account.id, body.vat_percent)
    })
    return body
  },
  'packs.download': async ({ params }, { storage, account, request }) => {
    const file = await findPackFile(storage.db, { accountId: account.id, packId: params.id, kind: params.file })
    if (!file) throw new HttpError('not_found', 'There is no such file')
    return toResponse(file, request)
  },
}

const notClosed: Record<CloseRefusal, readonly ['invalid' | 'conflict' | 'not_found', string]> = {
  running: ['invalid', 'The month is not over yet'],
  no_period: ['invalid', 'The service does not bill by calendar months'],
  unused: ['not_found', 'Nothing was used in that month'],
  closed: ['conflict', 'The month has a pack already'],
}

async function makeClosed(context: PanelContext, month: Month): Promise<PeriodPack> {
  const { user, address, requestId } = context
  const result = await closeMonth(context, month, { actor: user.email, address, requestId })
  if (typeof result !== 'string') return toPack(result.pack, result.files)
  const [code, message] = notClosed[result]
  throw new HttpError(code, message, { extra: { reason: result } })
}

async function makePreliminary(context: PanelContext): Promise<PeriodPack> {
  const { storage, callService, account, now, isEmbedded } = context
  const reading = await readCurrentMeter({ storage, callService, account, now, isEmbedded })
  if (!reading) throw new HttpError('unavailable', 'The service does not say which billing period runs')
  const { period, snapshot } = reading
  const content = await gatherPack({
    storage,
    callService,
    account,
    now,
    kind: 'preliminary',
    isEmbedded,
    period,
    snapshot,
    current: snapshot,
  })
  const packFiles = await makePack(content, signingKeyOf(storage.db))
  const rows = toPackRows(account.id, content, packFiles)
  await inAccount(context, async (tx) => {
    await insertDraftPack(tx, rows)
    await recordChange(tx, context, { ...describePack(content, packFiles), target: rows.pack.id })
  })
  return toPack(rows.pack, rows.files)
}

function toPack(pack: PeriodPackTable, files: readonly Omit<PackFileTable, 'base64'>[]): PeriodPack {
  // Safe: only `toPackRows` writes it.
  const content = JSON.parse(pack.content) as PackContent
  const { id, period_start, period_end, frozen_at } = pack
  return {
    id,
    kind: content.kind,
    period_start,
    period_end,
    frozen_at,
    overage_grosz: content.totals.overage_grosz,
    mismatches: mismatchesIn(content),
    sha256: pack.content_sha256,
    files: files
      .filter((file) => file.pack_id === id)
      .map((file) => ({ kind: file.kind, name: file.name, bytes: file.bytes, sha256: file.sha256 })),
  }
}

/** Returns the stored bytes, and refuses them if they do not match their hash. */
function toResponse({ base64, name, media, sha256: expected }: PackFileTable, request: Request): Response {
  const etag = `"${expected}"`
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers: { etag } })
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  if (sha256(bytes) !== expected) throw new HttpError('unavailable', 'The stored file does not match its hash')
  return new Response(bytes, {
    headers: {
      'content-type': media,
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(bytes.byteLength),
      etag,
    },
  })
}
