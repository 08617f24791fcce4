import { lockNoticeCursor } from '@/lib/storage/panel/bzp/cursor'
import type { BzpAlertTable } from '@/lib/storage/panel/bzp/tables'
import { noticePosition } from '@/lib/storage/registers/bzp-notices'
import type { Db } from '@/lib/storage/storage'

import type { PanelContext } from '../context'
import type { AlertPreview } from './alert-checks'
import { toFoundNotice } from './remote-notice'

/** What was there when an alert was saved: whoever saved it has just seen it. */
export type Baseline = Pick<
  BzpAlertTable,
  'since_position' | 'since_at' | 'since_ids' | 'read_at' | 'complete_until' | 'gap_until' | 'missing' | 'problem'
>

/** Within the transaction that saves the alert. */
export async function readBaseline(
  db: Db,
  context: PanelContext,
  preview: AlertPreview | undefined,
): Promise<Baseline> {
  const { storage, now, isEmbedded } = context
  const at = now.toISOString()
  const nothing = { since_ids: null, read_at: null, complete_until: null, gap_until: null, missing: 0, problem: null }
  if (!isEmbedded) return { ...nothing, ...remoteBaseline(preview, at), since_position: 0, complete_until: at }
  await lockNoticeCursor({ db, engine: storage.engine }, now)
  return { ...nothing, since_position: await noticePosition(db), since_at: at }
}

/** A remote service shows its five newest. When it finds nothing, whatever it finds later is new, whatever its date. */
function remoteBaseline(preview: AlertPreview | undefined, at: string): Pick<Baseline, 'since_at' | 'since_ids'> {
  if (preview?.count === 0) return { since_at: '', since_ids: null }
  const examples = (preview?.examples ?? []).map(toFoundNotice)
  const newest = examples
    .flatMap(({ published_at: of }) => of ?? [])
    .toSorted()
    .at(-1)
  // Those that say no date are known by their ids alone.
  const ids = examples.filter(({ published_at: of }) => of === undefined || of === newest).map(({ id }) => id)
  return { since_at: newest ?? at, since_ids: JSON.stringify(ids) }
}
