import { randomUUID } from 'node:crypto'

import type { RelationTable } from '@/lib/service/registers/tables'

/** A person who has led a company since its first day; `overrides` replaces fields. */
export const relation = (overrides: Partial<RelationTable>): RelationTable => ({
  id: randomUUID(),
  company_id: randomUUID(),
  holder_id: randomUUID(),
  holder_kind: 'person',
  holder_name: 'Żaneta Źródłowodzka',
  role: 'board',
  detail: 'PREZES ZARZĄDU',
  since: '2015-03-02',
  until: null,
  ...overrides,
})
