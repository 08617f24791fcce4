import knfSections from '@/data/knf-sections.json'
import { knfWarning } from '@/lib/contract/registers'
import { countBySection } from '@/lib/storage/registers/register-entries'

import type { Handler, HandlersOf } from '../http/context'
import { invalidQuery, toSearchTexts } from '../http/list-query'
import { listRegister } from './register-list'

/** Interface 4.12: one unit, whatever the number of sections. Sections stay in the list when they have no entry. */
const sections: Handler<'knf.sections'> = async (_input, { db, meter }) => {
  await meter.charge(1)
  const counts = await countBySection(db)
  return {
    sections: knfSections.map(({ section, legal_basis }) => ({
      section,
      legal_basis,
      count: counts.get(section) ?? 0,
    })),
  }
}

const warnings: Handler<'knf.warnings'> = async ({ query }, context) => {
  const { q, section } = query
  if (section !== undefined && !knfSections.some((known) => known.section === section)) {
    throw invalidQuery('section', 'Not a section of the present list')
  }
  const wanted = { register: 'knf', texts: toSearchTexts(q), section } as const
  return listRegister(context, { item: knfWarning, wanted, paging: query })
}

export const knfHandlers: HandlersOf<'knf'> = { 'knf.sections': sections, 'knf.warnings': warnings }
