import { isApiError, unlessMissing } from '@/lib/domain/api-error'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { EventReading } from '@/lib/features/events/contract'
import { refreshEventCopy } from '@/lib/features/events/refresh-event-copy'
import { listStoredEventsAfter } from '@/lib/features/events/statements/panel-events'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { findVersionAuthors } from '@/lib/features/filters/version-actors'
import { readRetainedPeriod } from '@/lib/features/retention/statements/periods'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { jsonText, jsonTexts } from '@/lib/panel/json-field'
import { type AnnouncementNote, readAnnouncementNotes } from '@/lib/service/monitors/statements/announcements'
import {
  type FilterVersionRow,
  findDeletedMonitor,
  findEvidenceSince,
  recordedValuesOf,
  listAttachments,
  listFilterVersions,
  listPublicationGaps,
} from '@/lib/service/monitors/statements/evidence'
import type { PublicationGapTable } from '@/lib/service/monitors/tables'

import type { MonitorChange } from './contract'
import { noteEnd, noteFilter } from './sightings'
import { attachedVersions, readMonitorChanges } from './timeline'

export type WatchedSubject = {
  readonly identifierType: string | null
  /** In stored form: numbers of persons are masked and hashed. */
  readonly identifierValue: string | null
  readonly filterId: string | null
  /** Undefined if it was not stored. */
  readonly label: string | null | undefined
  readonly tags: readonly string[]
  readonly subjectName: string | null
}

/** Lifetime of a monitor. `open`: it exists; `unknown`: it was deleted at an unknown time. Instants in ISO 8601. */
export type Lifetime = {
  readonly from: string | null
  readonly until: { readonly is: 'open' | 'unknown' } | { readonly is: 'deleted'; readonly at: string }
}

export type Evidence = {
  readonly monitorId: string
  /** Undefined if only its events are known. */
  readonly watched: WatchedSubject | undefined
  readonly life: Lifetime
  /** Versions of its filter, oldest first. */
  readonly versions: readonly FilterVersionRow[]
  readonly gaps: readonly PublicationGapTable[]
  /** Instant from which gaps are recorded; undefined if they always were. */
  readonly since: string | undefined
  /** Instants from which events and audit entries are stored; older ones were deleted. Null: none were deleted. */
  readonly retained: { readonly events_from: string | null; readonly audit_from: string | null }
  /** The embedded service keeps the record; otherwise the panel does. */
  readonly isEmbedded: boolean
  readonly account: string
  readonly issuedBy: string
  readonly issuedAt: Date
  readonly reading: EventReading
  readonly events: readonly PanelEventTable[]
  /** Register references of announcements, by announcement id; unknown for a remote service. */
  readonly notes: ReadonlyMap<string, AnnouncementNote>
  /** Authors of filter versions by version id, as far as the issuer may read the audit log. */
  readonly authors: ReadonlyMap<number, string>
  readonly changes: readonly MonitorChange[]
}

const PATIENCE_MS = 5_000
const PAGE = 1000

/** Throws `not_found` if neither creation, deletion nor events of the monitor are known. */
export async function gatherEvidence(context: PanelContext, monitorId: string): Promise<Evidence> {
  const { account, user, now, isEmbedded } = context
  const reading = await refreshEventCopy(context, PATIENCE_MS)
  const events = await eventsOf(context, monitorId)
  const changes = await readMonitorChanges(context, monitorId)
  const facts =
    (await readFromService(context, monitorId)) ?? (await readFromRecord(context, monitorId)) ?? readFromLog(changes)
  // Other changes only contain an id that a caller sent, which proves nothing about a monitor.
  if (facts === undefined && events.length === 0) throw new HttpError('not_found', 'No such monitor')
  const { watched, life } = facts ?? { watched: undefined, life: unknownLifetime }
  const { versions, authors } = await versionsOf(context, monitorId, watched?.filterId ?? null)
  const notes = await readAnnouncementReferences(context, events)
  const gaps = await gapsOf(context, life)
  const issue = { account: account.name, issuedBy: user.email, issuedAt: now }
  const retained = await readRetainedPeriod(context.storage.db, account.id)
  const records = { events, notes, changes }
  return { monitorId, watched, life, versions, authors, ...gaps, retained, isEmbedded, ...issue, reading, ...records }
}

async function versionsOf(
  context: PanelContext,
  monitorId: string,
  filterId: string | null,
): Promise<Pick<Evidence, 'versions' | 'authors'>> {
  const { storage, account, isEmbedded } = context
  const authors = new Map<number, string>()
  if (filterId === null) return { versions: [], authors }
  const readVersions = async (id: string) => {
    const rows = await listFilterVersions(storage.db, account.id, id)
    const people = await findVersionAuthors(context, id, rows)
    for (const [index, row] of rows.entries()) {
      const person = people[index]
      if (person) authors.set(row.id, person)
    }
    return rows
  }
  if (!isEmbedded) await recordCurrentFilter(context, filterId)
  const attachments = await listAttachments(storage.db, account.id, monitorId)
  const [first] = attachments
  let versions = await readVersions(first?.former_filter_id ?? filterId)
  for (const { filter_id: next, at } of attachments) {
    versions = attachedVersions(versions, await readVersions(next), at)
  }
  return { versions, authors }
}

/** Only the embedded service stores announcements in the same database. */
export const readAnnouncementReferences = (
  { storage, isEmbedded }: PanelContext,
  events: readonly PanelEventTable[],
): Promise<Evidence['notes']> =>
  isEmbedded
    ? readAnnouncementNotes(
        storage.db,
        events.map(({ announcement_id: id }) => id),
      )
    : Promise.resolve(new Map())

/** A remote service does not record gaps for the panel. */
async function gapsOf(
  { storage, isEmbedded, now }: PanelContext,
  { from, until }: Lifetime,
): Promise<Pick<Evidence, 'gaps' | 'since'>> {
  if (!isEmbedded) return { gaps: [], since: undefined }
  const end = until.is === 'deleted' ? until.at : now.toISOString()
  const gaps = from === null ? [] : await listPublicationGaps(storage.db, from, end)
  return { gaps, since: await findEvidenceSince(storage.db) }
}

type MonitorFacts = Pick<Evidence, 'watched' | 'life'>

const unknownLifetime: Lifetime = { from: null, until: { is: 'unknown' } }
const maskIfAny = (text: string | null | undefined): string | null => (text ? maskPesels(text) : null)

/** Undefined if the service has no such monitor. */
async function readFromService(
  { callService, storage, account }: PanelContext,
  id: string,
): Promise<MonitorFacts | undefined> {
  const monitor = await unlessMissing(callService('monitors.get', { params: { id } }))
  if (monitor === undefined) return undefined
  const recordedValues = await recordedValuesOf(storage.db, account.id)
  const { identifier_type: type = null, identifier_value: value = null } = monitor
  return {
    watched: {
      identifierType: type,
      identifierValue: value === null ? null : recordedValues.value(type ?? '', value),
      filterId: monitor.filter_id ?? null,
      label: maskIfAny(monitor.label),
      tags: (monitor.tags ?? []).map(maskPesels),
      subjectName: maskIfAny(monitor.subject_name),
    },
    life: { from: toInstant(monitor.created_at), until: { is: 'open' } },
  }
}

/** Normalises an instant to the stored format; null if it is invalid. */
function toInstant(text: string | undefined): string | null {
  const at = new Date(text ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Data that the embedded service stored about a deleted monitor. */
async function readFromRecord({ storage, account }: PanelContext, id: string): Promise<MonitorFacts | undefined> {
  const deleted = await findDeletedMonitor(storage.db, account.id, id)
  if (deleted === undefined) return undefined
  return {
    watched: {
      identifierType: deleted.identifier_type,
      identifierValue: deleted.identifier_value,
      filterId: deleted.filter_id,
      label: deleted.identifier_type === 'pesel' ? undefined : deleted.label,
      // Safe: the column is only written from a list of tags.
      tags: JSON.parse(deleted.tags) as string[],
      subjectName: deleted.subject_name,
    },
    life: { from: deleted.created_at, until: { is: 'deleted', at: deleted.deleted_at } },
  }
}

const REMOVE_ACTION = 'monitors.delete'
const CREATE_ACTION = 'monitors.create'

/** Data about a deleted monitor from the audit log; only changes through this panel are known. */
function readFromLog(changes: readonly MonitorChange[]): MonitorFacts | undefined {
  const removal = changes.find(({ action }) => action === REMOVE_ACTION)
  const creation = changes.find(({ action }) => action === CREATE_ACTION)
  if (removal === undefined && creation === undefined) return undefined
  return {
    watched: watchedIn(removal?.before ?? creation?.after),
    life: {
      from: creation?.at ?? null,
      until: removal === undefined ? { is: 'unknown' } : { is: 'deleted', at: removal.at },
    },
  }
}

const watchedIn = (reported: unknown): WatchedSubject | undefined =>
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

/** Reads the current content from a remote service, so that the certificate covers the time up to now. */
export async function recordCurrentFilter(
  { callService, storage, account, now }: PanelContext,
  id: string,
): Promise<void> {
  const sighting = { accountId: account.id, now }
  try {
    await noteFilter(storage, sighting, await callService('filters.get', { params: { filter_id: id } }))
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.status === 404) await noteEnd(storage, sighting, { id, kind: 'missing' })
  }
}

async function eventsOf({ storage, account }: PanelContext, monitorId: string): Promise<PanelEventTable[]> {
  const events: PanelEventTable[] = []
  for (;;) {
    const since = events.at(-1)?.id ?? 0
    const page = await listStoredEventsAfter(storage.db, { accountId: account.id, monitorId }, { since, limit: PAGE })
    events.push(...page)
    if (page.length < PAGE) return events
  }
}
