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
  | { readonly of: 'company'; readonly id: string; readonly set: CompanyFields }
  | { readonly of: 'entry'; readonly entry: KrsEntryTable }
  | { readonly of: 'holder'; readonly relation: RelationTable }
  | { readonly of: 'former'; readonly relation: RelationTable; readonly until: string }
  | { readonly of: 'document'; readonly document: RdfDocumentTable }
  | { readonly of: 'listed'; readonly entry: RegisterEntryTable }
  | { readonly of: 'notice'; readonly notice: NewNotice }
  | { readonly of: 'white list'; readonly entry: WhiteListEntryTable }
type ChangeOf<Kind extends RegisterChange['of']> = Extract<RegisterChange, { of: Kind }>

/**
 * Applies the changes within the caller's transaction. Inserts come before updates, and the last of several changes of
 * one thing applies, so the result is the same as one by one.
 */
export async function applyChanges(db: Db, changes: readonly RegisterChange[]): Promise<void> {
  const of = <Kind extends RegisterChange['of']>(kind: Kind) =>
    changes.filter((change): change is ChangeOf<Kind> => change.of === kind)
  const entries = of('entry').map(({ entry }) => entry)
  const relations = of('holder').map(({ relation }) => relation)
  const documents = of('document').map(({ document }) => document)
  const listed = of('listed').map(({ entry }) => entry)
  const notices = of('notice').map(({ notice }) => notice)
  await insertKrsEntries(db, entries)
  await insertRelations(db, relations)
  await insertRdfDocuments(db, documents)
  await insertEntries(db, listed)
  await insertNoticesWithin(db, notices)
  for (const { relation, until } of of('former')) await endRelation(db, relation.id, until)
  for (const [id, fields] of lastFields(of('company'))) await changeCompany(db, id, fields)
  const whiteListed = new Map(of('white list').map(({ entry }) => [entry.company_id, entry]))
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
