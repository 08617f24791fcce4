import type { Generated } from 'kysely'

/** What certificates are made of: rows that are added and never deleted. Conventions: `tables.ts`. */
export type EvidenceTables = {
  filter_versions: FilterVersionTable
  deleted_monitors: DeletedMonitorTable
  publication_gaps: PublicationGapTable
}

/**
 * One change of a filter. The embedded service writes `created`, `changed` and `deleted` in the transaction of the change;
 * `recorded` and `gone` are what an older store held, or lacked, when the record began. Of a remote service the panel writes what it
 * saw: `seen` with its content, `missing`, and `deleted` when it deleted the filter itself.
 */
export type FilterVersionTable = {
  id: Generated<number>
  account_id: string
  filter_id: string
  kind: 'created' | 'changed' | 'deleted' | 'recorded' | 'gone' | 'seen' | 'missing'
  witness: 'service' | 'panel'
  at: string
  /** Of `seen`: until when it was found to be so. */
  seen_until: string | null
  /** Of `seen`: when the service says that the filter was changed. */
  changed_at: string | null
  name: string | null
  /** JSON of `KeptLists` against the version before. */
  added: string
  removed: string
  /** Values after it. */
  item_count: number
  /** `hashOfLists` of the values after it; empty where there are none to know. */
  sha256: string
}

/** What a deleted monitor was: the embedded service keeps it in the transaction of the deletion. */
export type DeletedMonitorTable = {
  id: string
  account_id: string
  identifier_type: string | null
  /** As `keeperFor` keeps it. */
  identifier_value: string | null
  filter_id: string | null
  /** PESEL numbers masked, as in the two below; null for a person. */
  label: string | null
  subject_name: string | null
  /** JSON array. */
  tags: string
  created_at: string
  deleted_at: string
}

/** A time whose publications the service never read, because it stood still for too long: nobody got events of them. */
export type PublicationGapTable = { from_at: string; until_at: string }
