import { randomUUID } from 'node:crypto'

import { recordActionOnly } from '@/lib/features/audit/audit'
import type { PanelOutput } from '@/lib/features/contract'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { ArchiveFault } from './archive-fault'
import type { ArchivePlace } from './archive-place'
import { earliestRemoval, saveArchive, settingsOf } from './archive-settings'
import { defaultArchiveSettings, readArchive, toArchivedReport } from './archive-view'
import { downloadArchived } from './download'
import { locationOf, openPlace } from './places'
import { insertNewReports } from './run-archives'
import { realDisk } from './spool'
import { countArchivedReports, listArchivedReports } from './statements/list'
import { countStoredBefore, retryArchiveNow, listUnfinished } from './statements/reports'
import { findArchiveSettings, findArchivingAccount } from './statements/settings'
import type { ArchiveSettingsTable } from './tables'

type Validation = PanelOutput<'archive.validate'>
type Step = NonNullable<Validation['step']>

async function validatePlace(settings: ArchiveSettingsTable, context: PanelContext): Promise<Validation> {
  const { dataDir, secrets, outgoing } = context
  const progress = { step: 'write' as Step }
  try {
    const place = await openPlace({ dataDir, secrets, outgoing, disk: realDisk }, settings)
    try {
      await testPlace(place, (step) => {
        progress.step = step
      })
    } finally {
      place.close()
    }
    return { ok: true, step: null, failure: null, error: null }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    return { ok: false, step: progress.step, failure: error.failure, error: error.message }
  }
}

async function testPlace(place: ArchivePlace, begin: (step: Step) => void): Promise<void> {
  const [name, text] = [`panel-test-${randomUUID()}.json`, JSON.stringify({ test: randomUUID() })]
  await place.putText(name, text)
  begin('read')
  if ((await readText(place, name)) !== text)
    throw new ArchiveFault('place_error', 'The content read differs from the content written')
  begin('delete')
  await place.remove(name)
  // A missing file must be distinguished from one that may not be read.
  if ((await readText(place, name)) !== undefined) throw new ArchiveFault('place_error', 'The file is still there')
}

async function readText(place: ArchivePlace, name: string): Promise<string | undefined> {
  const file = await place.open(name)
  if (file === undefined) return undefined
  const chunks: Uint8Array[] = []
  // Safe: a stream without an encoding yields buffers.
  for await (const chunk of file.stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString('utf8')
}

const notCollecting = () => new HttpError('conflict', 'Daily reports are not collected')

const DAY_MS = 86_400_000

export const archiveHandlers: PanelHandlersOf<'archive'> = {
  'archive.get': (_input, context) => readArchive(context),
  'archive.update': async ({ body }, context) => {
    await saveArchive(body, context)
    return readArchive(context)
  },
  'archive.validate': async ({ body }, context) => {
    const settings = settingsOf(body, await settingsIn(context), context)
    const validation = await validatePlace(settings, context)
    const after = {
      place: body.place,
      ...(body.s3 && { endpoint: body.s3.endpoint, bucket: body.s3.bucket }),
      ok: validation.ok,
    }
    await recordActionOnly(context, { action: 'archive.validate', after })
    return validation
  },
  'archive.runNow': async (_input, context) => {
    const { storage, account, now, callService } = context
    const archiving = await findArchivingAccount(storage.db, account.id)
    if (archiving?.enabled !== 1) throw notCollecting()
    const { entered } = await insertNewReports({ storage, clock: () => now }, archiving, callService)
    await inAccount(context, (tx) => retryArchiveNow(tx, account.id, now.toISOString()))
    const waiting = await listUnfinished(storage.db, account.id)
    return { entered, waiting: waiting.length }
  },
  'archive.removal': async ({ query }, context) => {
    const { storage, account, now } = context
    const at = earliestRemoval(now)
    const before = new Date(Date.parse(at) - query.keep_days * DAY_MS).toISOString()
    const scope = { accountId: account.id, before, location: locationOf(await settingsIn(context)) }
    return { reports: await countStoredBefore(storage.db, scope), at }
  },
  'archive.list': async ({ query }, context) => {
    const { storage, account } = context
    const { limit, cursor, date_from: from, date_to: to, source, state } = query
    const filter = { accountId: account.id, source, state, from, to }
    const rows = await listArchivedReports(storage.db, {
      ...filter,
      limit: limit + 1,
      ...(cursor && { after: readCursor(cursor) }),
    })
    const pageRows = rows.slice(0, limit)
    const last = pageRows.at(-1)
    const location = locationOf(await settingsIn(context))
    return {
      items: pageRows.map((row) => toArchivedReport(row, location)),
      total: await countArchivedReports(storage.db, filter),
      next_cursor: rows.length > limit && last ? `${last.report_date}:${last.id}` : null,
    }
  },
  'archive.download': ({ params }, context) => downloadArchived(params.id, context),
}

const settingsIn = async ({ storage, account }: PanelContext) =>
  (await findArchiveSettings(storage.db, account.id)) ?? defaultArchiveSettings(account.id)

function readCursor(cursor: string) {
  const [, day, id] = /^(\d{4}-\d\d-\d\d):([\da-f-]{36})$/.exec(cursor) ?? []
  if (day === undefined || id === undefined) throw new HttpError('invalid', 'The cursor does not belong to this list')
  return { day, id }
}
