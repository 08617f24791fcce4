import { insertNoticesWithin, type NewNotice } from '@/lib/service/bzp/statements/bzp-notices'
import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import { listMonitorsOf, renameMonitored } from '@/lib/service/monitors/statements/monitors'
import { insertKrsEntries } from '@/lib/service/registers/statements/krs-entries'
import { insertEntries } from '@/lib/service/registers/statements/register-entries'
import { endRelation, insertRelations, renameHolder } from '@/lib/service/registers/statements/relations'
import { type CompanyFields, updateCompany } from '@/lib/service/registers/statements/subjects'
import { putWhiteListEntry } from '@/lib/service/registers/statements/white-list-entries'
import type {
  KrsEntryTable,
  RdfDocumentTable,
  RegisterEntryTable,
  RelationTable,
  WhiteListEntryTable,
} from '@/lib/service/registers/tables'
import type { Db } from '@/lib/storage/storage'

import { toMonitorSearchText } from '../monitors/monitor-record'

export type RegisterChange =
  | { readonly kind: 'company'; readonly id: string; readonly set: CompanyFields }
  | { readonly kind: 'entry'; readonly entry: KrsEntryTable }
  | { readonly kind: 'holder'; readonly relation: RelationTable }
  | { readonly kind: 'former'; readonly relation: RelationTable; readonly until: string }
  | { readonly kind: 'document'; readonly document: RdfDocumentTable }
  | { readonly kind: 'listed'; readonly entry: RegisterEntryTable }
  | { readonly kind: 'notice'; readonly notice: NewNotice }
  | { readonly kind: 'white list'; readonly entry: WhiteListEntryTable }
type ChangeOf<Kind extends RegisterChange['kind']> = Extract<RegisterChange, { kind: Kind }>

/**
 * Applies the changes within the caller's transaction. Inserts come before updates, and the last of several changes of
 * one thing applies, so the result is the same as applying them one by one.
 */
export async function applyChanges(db: Db, changes: readonly RegisterChange[]): Promise<void> {
  const changesOf = <Kind extends RegisterChange['kind']>(kind: Kind) =>
    changes.filter((change): change is ChangeOf<Kind> => change.kind === kind)
  const entries = changesOf('entry').map(({ entry }) => entry)
  const relations = changesOf('holder').map(({ relation }) => relation)
  const documents = changesOf('document').map(({ document }) => document)
  const listed = changesOf('listed').map(({ entry }) => entry)
  const notices = changesOf('notice').map(({ notice }) => notice)
  await insertKrsEntries(db, entries)
  await insertRelations(db, relations)
  await insertRdfDocuments(db, documents)
  await insertEntries(db, listed)
  await insertNoticesWithin(db, notices)
  for (const { relation, until } of changesOf('former')) await endRelation(db, relation.id, until)
  for (const [id, fields] of lastFields(changesOf('company'))) await changeCompany(db, id, fields)
  const whiteListed = new Map(changesOf('white list').map(({ entry }) => [entry.company_id, entry]))
  for (const entry of whiteListed.values()) await putWhiteListEntry(db, entry)
}

function lastFields(changes: readonly ChangeOf<'company'>[]): Map<string, CompanyFields> {
  const fields = new Map<string, CompanyFields>()
  for (const { id, set } of changes) fields.set(id, { ...fields.get(id), ...set })
  return fields
}

/** The name is also stored in the search index, in the roles that the company holds, and in its monitors. */
async function changeCompany(db: Db, id: string, fields: CompanyFields): Promise<void> {
  await updateCompany(db, id, fields)
  if (fields.name === undefined) return
  const { name } = fields
  await renameHolder(db, id, name)
  for (const monitor of await listMonitorsOf(db, id)) {
    await renameMonitored(db, monitor.id, {
      name,
      search_text: toMonitorSearchText({ ...monitor, subject_name: name }),
    })
  }
}
