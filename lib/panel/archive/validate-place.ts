import { randomUUID } from 'node:crypto'

import type { PanelOutput } from '@/lib/contract/panel-table'
import { HttpError } from '@/lib/http/errors'
import type { ArchiveSettingsTable } from '@/lib/storage/panel/archive/tables'

import type { PanelContext } from '../context'
import { ArchiveFault } from './archive-fault'
import type { ArchivePlace } from './archive-place'
import { openPlace } from './places'
import { realDisk } from './spool'

type Validation = PanelOutput<'archive.validate'>
type Step = NonNullable<Validation['step']>

/** Writes a test file, reads it back and deletes it: with the rights that collecting itself needs. */
export async function validatePlace(settings: ArchiveSettingsTable, context: PanelContext): Promise<Validation> {
  const { dataDir, secrets, outgoing } = context
  const now = { step: 'write' as Step }
  try {
    const place = await openPlace({ dataDir, secrets, outgoing, disk: realDisk }, settings)
    try {
      await tryOut(place, (step) => {
        now.step = step
      })
    } finally {
      place.close()
    }
    return { ok: true, step: null, failure: null, error: null }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    return { ok: false, step: now.step, failure: error.failure, error: error.message }
  }
}

async function tryOut(place: ArchivePlace, begin: (step: Step) => void): Promise<void> {
  const [name, text] = [`panel-test-${randomUUID()}.json`, JSON.stringify({ test: randomUUID() })]
  await place.putText(name, text)
  begin('read')
  if ((await textIn(place, name)) !== text)
    throw new ArchiveFault('place_error', 'What was read is not what was written')
  begin('delete')
  await place.remove(name)
  // A missing file has to be told from one that may not be read.
  if ((await textIn(place, name)) !== undefined) throw new ArchiveFault('place_error', 'The file is still there')
}

async function textIn(place: ArchivePlace, name: string): Promise<string | undefined> {
  const file = await place.open(name)
  if (file === undefined) return undefined
  const chunks: Uint8Array[] = []
  // Sound: without an encoding a stream gives buffers.
  for await (const chunk of file.stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString('utf8')
}

/** Collecting that was not decided on cannot run. */
export const notCollecting = () => new HttpError('conflict', 'Daily reports are not collected')
