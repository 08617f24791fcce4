import type { AnnouncementOf } from '@/lib/contract/announcement'
import type { RegisterChange } from '@/lib/service/registers/register-changes'

import type { WorldCompany } from './world'
import { subjectFieldsOf, idIn, type WorldChange, makeChange, type Scene } from './world-change'

/** One changed field of an entry and its effect on the registers. `title` is the label in a list. */
export type FieldChange = {
  readonly title: string
  readonly section: string
  readonly field: string
  readonly old_value: string | null
  readonly new_value: string | null
  readonly changes: readonly RegisterChange[]
}

/** One KRS entry with the company's next number, announced field by field. */
export async function enter(
  scene: Scene,
  company: WorldCompany,
  fields: readonly FieldChange[],
): Promise<WorldChange[]> {
  const number = ((await scene.world.lastEntryOf(company.id))?.number ?? 0) + 1
  return fields.map((field) => {
    const announcement = announce(scene, { company, field, number })
    const { title, section, field: name, old_value, new_value } = field
    const entry = {
      id: announcement.id,
      company_id: company.id,
      number,
      entered_on: scene.day,
      printed_on: null,
      title,
      section,
      field: name,
      old_value,
      new_value,
    }
    return makeChange(scene, announcement, [{ kind: 'entry', entry }, ...field.changes])
  })
}

type EnteredField = { readonly company: WorldCompany; readonly field: FieldChange; readonly number: number }

function announce(scene: Scene, { company, field, number }: EnteredField): AnnouncementOf<'krs'> {
  const { title, section, field: name, old_value, new_value } = field
  const id = idIn(scene, `krs|${company.krs}|${number}|${name}`)
  const { krs, nip } = company
  const row = {
    id,
    change_date: scene.day,
    krs,
    nip,
    entity_name: company.name,
    section,
    field: name,
    old_value,
    new_value,
    entry_number: number,
  }
  return { id, source: 'krs', day: scene.day, ...subjectFieldsOf(company), title, row }
}
