import { isApiError, unlessMissing } from '@/lib/domain/api-error'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { EventReading } from '@/lib/features/events/contract'
import { freshen } from '@/lib/features/events/event-freshness'
import { listKeptAfter } from '@/lib/features/events/statements/panel-events'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { whoChanged } from '@/lib/features/filters/version-actors'
import { readKeptPeriod } from '@/lib/features/retention/statements/periods'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { jsonText, jsonTexts } from '@/lib/panel/json-field'
import { type AnnouncementNote, readAnnouncementNotes } from '@/lib/service/monitors/statements/announcements'
import {
  type FilterVersionRow,
  findDeletedMonitor,
  findEvidenceSince,
  findKeeper,
  listAttachments,
  listFilterVersions,
  listPublicationGaps,
} from '@/lib/service/monitors/statements/evidence'
import type { PublicationGapTable } from '@/lib/service/monitors/tables'

import type { MonitorChange } from './contract'
import { noteEnd, noteFilter } from './sightings'
import { attachedVersions, readMonitorChanges } from './timeline'

/** What a monitor watches, without personal numbers. */
export type Watched = {
  readonly identifierType: string | null
  /** As the record keeps it: a person's number as its mask and hash. */
  readonly identifierValue: string | null
  readonly filterId: string | null
  /** Undefined: it was not kept. */
  readonly label: string | null | undefined
  readonly tags: readonly string[]
  readonly subjectName: string | null
}

/** `open`: it is there; `unknown`: it is not, and nobody knows since when. Instants as ISO text. */
export type Life = {
  readonly from: string | null
  readonly until: { readonly is: 'open' | 'unknown' } | { readonly is: 'deleted'; readonly at: string }
}

/** All that a certificate is made of. */
export type Evidence = {
  readonly monitorId: string
  /** Undefined: nothing but its events tells what it watched. */
  readonly watched: Watched | undefined
  readonly life: Life
  /** Of its filter, oldest first. */
  readonly versions: readonly FilterVersionRow[]
  readonly gaps: readonly PublicationGapTable[]
  /** Since when gaps are recorded; undefined: always. */
  readonly since: string | undefined
  /** From when on events, and changes in the audit log, are kept: older ones were deleted. Null: all are. */
  readonly kept: { readonly events_from: string | null; readonly audit_from: string | null }
  /** The service is part of this installation and keeps the record itself. */
  readonly isEmbedded: boolean
  readonly account: string
  readonly issuedBy: string
  readonly issuedAt: Date
  readonly reading: EventReading
  /** Oldest first. */
  readonly events: readonly PanelEventTable[]
  /** By what the announcements of the events are found in their registers, by their ids; of a remote service it is not known. */
  readonly notes: ReadonlyMap<string, AnnouncementNote>
  /** Who made the versions of filters, by their ids, as far as whoever issues it may read the log. */
  readonly authors: ReadonlyMap<number, string>
  /** Newest first. */
  readonly changes: readonly MonitorChange[]
}

const PATIENCE_MS = 5_000
const PAGE = 1000

/** Throws `not_found` of a monitor of which neither the making, nor the deletion, nor an event is known. */
export async function gatherEvidence(context: PanelContext, monitorId: string): Promise<Evidence> {
  const { account, user, now, isEmbedded } = context
  const reading = await freshen(context, PATIENCE_MS)
  const events = await eventsOf(context, monitorId)
  const changes = await readMonitorChanges(context, monitorId)
  const known = (await ofService(context, monitorId)) ?? (await ofRecord(context, monitorId)) ?? ofLog(changes)
  // What else is in the history tells what somebody sent, and not that there was such a monitor.
  if (known === undefined && events.length === 0) throw new HttpError('not_found', 'No such monitor')
  const { watched, life } = known ?? { watched: undefined, life: nobodyKnows }
  const { versions, authors } = await versionsOf(context, monitorId, watched?.filterId ?? null)
  const notes = await notesOf(context, events)
  const gaps = await gapsOf(context, life)
  const issue = { account: account.name, issuedBy: user.email, issuedAt: now }
  const kept = await readKeptPeriod(context.storage.db, account.id)
  const found = { events, notes, changes }
  return { monitorId, watched, life, versions, authors, ...gaps, kept, isEmbedded, ...issue, reading, ...found }
}

async function versionsOf(
  context: PanelContext,
  monitorId: string,
  filterId: string | null,
): Promise<Pick<Evidence, 'versions' | 'authors'>> {
  const { storage, account, isEmbedded } = context
  const authors = new Map<number, string>()
  if (filterId === null) return { versions: [], authors }
  const read = async (id: string) => {
    const rows = await listFilterVersions(storage.db, account.id, id)
    const people = await whoChanged(context, id, rows)
    for (const [place, row] of rows.entries()) {
      const person = people[place]
      if (person) authors.set(row.id, person)
    }
    return rows
  }
  if (!isEmbedded) await lookAtFilter(context, filterId)
  const attachments = await listAttachments(storage.db, account.id, monitorId)
  const [first] = attachments
  let versions = await read(first?.former_filter_id ?? filterId)
  for (const { filter_id: next, at } of attachments) {
    versions = attachedVersions(versions, await read(next), at)
  }
  return { versions, authors }
}

/** Announcements stand in the store of the embedded service alone. */
export const notesOf = (
  { storage, isEmbedded }: PanelContext,
  events: readonly PanelEventTable[],
): Promise<Evidence['notes']> =>
  isEmbedded
    ? readAnnouncementNotes(
        storage.db,
        events.map(({ announcement_id: id }) => id),
      )
    : Promise.resolve(new Map())

/** A remote service keeps no record of them for the panel. */
async function gapsOf(
  { storage, isEmbedded, now }: PanelContext,
  { from, until }: Life,
): Promise<Pick<Evidence, 'gaps' | 'since'>> {
  if (!isEmbedded) return { gaps: [], since: undefined }
  const end = until.is === 'deleted' ? until.at : now.toISOString()
  const gaps = from === null ? [] : await listPublicationGaps(storage.db, from, end)
  return { gaps, since: await findEvidenceSince(storage.db) }
}

type Known = Pick<Evidence, 'watched' | 'life'>

const nobodyKnows: Life = { from: null, until: { is: 'unknown' } }
const masked = (text: string | null | undefined): string | null => (text ? maskPesels(text) : null)

/** Undefined when the service has no such monitor. */
async function ofService({ ask, storage, account }: PanelContext, id: string): Promise<Known | undefined> {
  const monitor = await unlessMissing(ask('monitors.get', { params: { id } }))
  if (monitor === undefined) return undefined
  const keeper = await findKeeper(storage.db, account.id)
  const { identifier_type: type = null, identifier_value: value = null } = monitor
  return {
    watched: {
      identifierType: type,
      identifierValue: value === null ? null : keeper.value(type ?? '', value),
      filterId: monitor.filter_id ?? null,
      label: masked(monitor.label),
      tags: (monitor.tags ?? []).map(maskPesels),
      subjectName: masked(monitor.subject_name),
    },
    life: { from: toInstant(monitor.created_at), until: { is: 'open' } },
  }
}

/** The same instant as the store writes it, whatever its offset; null for what is none. */
function toInstant(text: string | undefined): string | null {
  const at = new Date(text ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** What the embedded service kept of a monitor that was deleted. */
async function ofRecord({ storage, account }: PanelContext, id: string): Promise<Known | undefined> {
  const kept = await findDeletedMonitor(storage.db, account.id, id)
  if (kept === undefined) return undefined
  return {
    watched: {
      identifierType: kept.identifier_type,
      identifierValue: kept.identifier_value,
      filterId: kept.filter_id,
      label: kept.identifier_type === 'pesel' ? undefined : kept.label,
      // Sound: the column holds what was written of a list of tags.
      tags: JSON.parse(kept.tags) as string[],
      subjectName: kept.subject_name,
    },
    life: { from: kept.created_at, until: { is: 'deleted', at: kept.deleted_at } },
  }
}

const REMOVED = 'monitors.delete'
const ADDED = 'monitors.create'

/** What the audit log tells of a monitor that is gone: what went through this panel. */
function ofLog(changes: readonly MonitorChange[]): Known | undefined {
  const removal = changes.find(({ action }) => action === REMOVED)
  const creation = changes.find(({ action }) => action === ADDED)
  if (removal === undefined && creation === undefined) return undefined
  return {
    watched: watchedIn(removal?.before ?? creation?.after),
    life: {
      from: creation?.at ?? null,
      until: removal === undefined ? { is: 'unknown' } : { is: 'deleted', at: removal.at },
    },
  }
}

const watchedIn = (reported: unknown): Watched | undefined =>
  reported === undefined
    ? undefined
    : {
        identifierType: jsonText(reported, 'identifier_type'),
        identifierValue: jsonText(reported, 'identifier_value'),
        filterId: jsonText(reported, 'filter_id'),
        label: jsonText(reported, 'label'),
        tags: jsonTexts(reported, 'tags'),
        subjectName: jsonText(reported, 'subject_name'),
      }

/** A remote service is asked what the filter holds at this very moment, so that the certificate does not end before it. */
export async function lookAtFilter({ ask, storage, account, now }: PanelContext, id: string): Promise<void> {
  const seen = { accountId: account.id, now }
  try {
    await noteFilter(storage, seen, await ask('filters.get', { params: { filter_id: id } }))
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.status === 404) await noteEnd(storage, seen, { id, kind: 'missing' })
  }
}

/** All of them, oldest first. */
async function eventsOf({ storage, account }: PanelContext, monitorId: string): Promise<PanelEventTable[]> {
  const events: PanelEventTable[] = []
  for (;;) {
    const since = events.at(-1)?.id ?? 0
    const page = await listKeptAfter(storage.db, { accountId: account.id, monitorId }, { since, limit: PAGE })
    events.push(...page)
    if (page.length < PAGE) return events
  }
}
