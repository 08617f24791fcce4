import { randomUUID } from 'node:crypto'

import type { KnfWarning, SudopCase, UokikClause, UokikDecision } from '@/lib/contract/registers'
import { toClauseEntry, toKnfEntry, toSudopEntry, toUokikEntry } from '@/lib/service/registers/register-entry'
import { insertEntries } from '@/lib/service/registers/statements/register-entries'

import { nipOf } from './identifiers'
import type { TestService } from './service'

export const knfItem = (overrides: Partial<KnfWarning> = {}): KnfWarning => ({
  id: randomUUID(),
  section: 1,
  name: 'Próbna Lokata Ltd.',
  identifier: null,
  prosecutor: 'Prokuratura Okręgowa w Łodzi',
  rulings: null,
  notes: null,
  notified_on: '2026-11-02',
  resolved_on: null,
  ...overrides,
})

export const uokikItem = (overrides: Partial<UokikDecision> = {}): UokikDecision => ({
  id: randomUUID().replaceAll('-', '').toUpperCase(),
  number: 'RGD-901/2026',
  decided_on: '2026-11-02',
  case_signature: 'RGD.610.9010.2025',
  parties: ['Próbna Hurtownia S.A.'],
  practice: 'Klauzule niedozwolone',
  fined: true,
  industry: 'Transport',
  region: 'Delegatura w Gdańsku',
  appealed: false,
  ...overrides,
})

export const clauseItem = (overrides: Partial<UokikClause> = {}): UokikClause => ({
  id: randomUUID(),
  number: 90_001,
  entered_on: '2025-06-02',
  case_signature: 'XVII AmC 9000/25',
  parties: ['Próbna Hurtownia S.A.'],
  clause: 'Reklamacje będą rozpatrywane w terminie 60 dni roboczych.',
  industry: 'Handel elektroniczny',
  ...overrides,
})

export const sudopItem = (overrides: Partial<SudopCase> = {}): SudopCase => ({
  id: randomUUID(),
  granted_on: '2026-11-02',
  beneficiary_nip: nipOf(1),
  beneficiary_name: 'Próbna Hurtownia S.A.',
  beneficiary_size: 'mały przedsiębiorca',
  provider_nip: nipOf(2),
  provider_name: 'Gmina Próbna',
  measure_number: 'SA.900001(2026/X)',
  measure_name: 'Pomoc de minimis',
  legal_basis: 'uchwała',
  purpose: 'pomoc de minimis',
  form: 'dotacja',
  nominal_value_pln: '1000.00',
  gross_value_pln: '1000.00',
  gross_value_eur: '232.56',
  ...overrides,
})

const entryFields = (index: number, nip: string | null) => ({ position: index + 1, krs: null, nip })

/** Call it once per store and list, oldest first: positions are counted from 1. */
export const insertWarnings = (service: TestService, items: readonly KnfWarning[]) =>
  insertEntries(
    service.storage.db,
    items.map((item, index) => toKnfEntry(item, entryFields(index, null))),
  )
export const insertDecisions = (service: TestService, items: readonly UokikDecision[]) =>
  insertEntries(
    service.storage.db,
    items.map((item, index) => toUokikEntry(item, entryFields(index, null))),
  )
export const insertClauses = (service: TestService, items: readonly UokikClause[]) =>
  insertEntries(
    service.storage.db,
    items.map((item, index) => toClauseEntry(item, entryFields(index, null))),
  )
export const insertCases = (service: TestService, items: readonly SudopCase[]) =>
  insertEntries(
    service.storage.db,
    items.map((item, index) => toSudopEntry(item, entryFields(index, item.beneficiary_nip))),
  )
