import type { Day } from '@/lib/domain/calendar'
import type { PagedList } from '@/lib/domain/registers/register-rows'
import type { RegisterChange } from '@/lib/service/registers/register-changes'
import type { KrsEntryTable, RdfDocumentTable, RelationTable, SubjectTable } from '@/lib/service/registers/tables'
import type { WhiteListEntry } from '@/lib/service/registers/white-list-entry'

import { type SubjectStatus, subjectStatuses } from '../registers/subjects'
import type { Rng } from '../rng'

export type WorldCompany = SubjectTable & { readonly krs: string; readonly nip: string; readonly registered_on: Day }

export type SubjectState = {
  /** Its court case: `stage` is the index in its track of the last announcement, -1 before the first. */
  readonly case?: {
    readonly track: string
    readonly number: number
    readonly openedOn: Day
    readonly stage: number
    readonly on: Day
  }
  /** Day of the last general meeting that was convened. */
  readonly meetingOn?: Day
  readonly reducedOn?: Day
  /** Day on which a merger of the company was announced. */
  readonly mergedOn?: Day
  readonly liquidationNoticed?: boolean
  /** Number of notices of a case older than KRZ. */
  readonly oldStage?: number
  readonly statementYear?: number
}

/** Numbers that increase from one announcement to the next. */
export type WorldCounters = {
  readonly msig: { readonly year: string; readonly position: number }
  readonly krz: { readonly day: Day; readonly number: number }
  /** The last position by list. */
  readonly positions: Readonly<Partial<Record<PagedList, number>>>
  /** The last number by office and year, `RBG|2026`. */
  readonly decisions: Readonly<Record<string, number>>
  /** Companies with a pending petition. */
  readonly openCases: readonly string[]
  /** Number of notices of awards. */
  readonly awards: number
  /** Number of announced persons beyond the stored ones. */
  readonly persons: number
}

/** Where the world is read from, company by company: a store, or memory. */
export type WorldSource = {
  readonly companies: readonly SubjectTable[]
  readonly counters: WorldCounters
  /** Present and former holders of one company. */
  holdersOf(companyId: string): Promise<RelationTable[]>
  heldBy(holderId: string): Promise<RelationTable[]>
  lastEntryOf(companyId: string): Promise<Pick<KrsEntryTable, 'number' | 'entered_on'> | undefined>
  /** The annual statement of the latest period. */
  lastStatementOf(companyId: string): Promise<RdfDocumentTable | undefined>
  whiteListOf(companyId: string): Promise<WhiteListEntry | undefined>
  stateOf(subjectId: string): Promise<SubjectState | undefined>
}

const isStatus = (text: string): text is SubjectStatus => subjectStatuses.some((status) => status === text)
const isOfWorld = (company: SubjectTable): company is WorldCompany =>
  company.krs !== null && company.nip !== null && company.registered_on !== null

/** Loads a value once; afterwards it includes all changes, also those made before it was loaded. */
class LazyValues<T> {
  readonly #values = new Map<string, { readonly value: T }>()
  readonly #pendingChanges = new Map<string, ((value: T) => T)[]>()
  readonly #read: (key: string) => Promise<T>

  constructor(read: (key: string) => Promise<T>) {
    this.#read = read
  }

  async get(key: string): Promise<T> {
    const loaded = this.#values.get(key)
    if (loaded) return loaded.value
    let value: T = await this.#read(key)
    for (const change of this.#pendingChanges.get(key) ?? []) value = change(value)
    this.#values.set(key, { value })
    return value
  }

  set(key: string, value: T): void {
    this.#values.set(key, { value })
  }

  change(key: string, change: (value: T) => T): void {
    const loaded = this.#values.get(key)
    if (loaded) this.set(key, change(loaded.value))
    else this.#pendingChanges.set(key, [...(this.#pendingChanges.get(key) ?? []), change])
  }
}

/**
 * The registers as announcements see them: each announcement is based on the previous ones and applies its changes
 * immediately. The store has the changes only after the announcement was published.
 */
export class World {
  counters: WorldCounters
  readonly #companies: Map<string, WorldCompany>
  readonly #byStatus = new Map<SubjectStatus, string[]>()
  readonly #holders: LazyValues<RelationTable[]>
  readonly #held: LazyValues<RelationTable[]>
  readonly #lastEntries: LazyValues<Pick<KrsEntryTable, 'number' | 'entered_on'> | undefined>
  readonly #statements: LazyValues<RdfDocumentTable | undefined>
  readonly #whiteList: LazyValues<WhiteListEntry | undefined>
  readonly #states: LazyValues<SubjectState>
  readonly changedStates = new Map<string, SubjectState>()

  constructor(source: WorldSource) {
    this.counters = source.counters
    this.#companies = new Map(source.companies.filter(isOfWorld).map((company) => [company.id, company]))
    for (const company of this.#companies.values()) this.#indexByStatus(company)
    this.#holders = new LazyValues((id) => source.holdersOf(id))
    this.#held = new LazyValues((id) => source.heldBy(id))
    this.#lastEntries = new LazyValues((id) => source.lastEntryOf(id))
    this.#statements = new LazyValues((id) => source.lastStatementOf(id))
    this.#whiteList = new LazyValues((id) => source.whiteListOf(id))
    this.#states = new LazyValues(async (id) => (await source.stateOf(id)) ?? {})
  }

  #indexByStatus({ id, status }: WorldCompany): void {
    if (!isStatus(status)) return
    const ids = this.#byStatus.get(status)
    if (ids) ids.push(id)
    else this.#byStatus.set(status, [id])
  }

  company(id: string): WorldCompany | undefined {
    return this.#companies.get(id)
  }

  countOf(status: SubjectStatus): number {
    return this.#byStatus.get(status)?.length ?? 0
  }

  pick(random: Rng, status: SubjectStatus): WorldCompany | undefined {
    const ids = this.#byStatus.get(status) ?? []
    return ids.length === 0 ? undefined : this.#companies.get(random.pick(ids))
  }

  pickLiving(random: Rng): WorldCompany | undefined {
    const living = subjectStatuses.filter((status) => status !== 'deregistered' && this.countOf(status) > 0)
    if (living.length === 0) return undefined
    return this.pick(random, random.weighted(living.map((status) => [status, this.countOf(status)] as const)))
  }

  async holdersOf(companyId: string): Promise<RelationTable[]> {
    return (await this.#holders.get(companyId)).filter(({ until }) => until === null)
  }

  async heldBy(holderId: string): Promise<RelationTable[]> {
    return (await this.#held.get(holderId)).filter(({ until }) => until === null)
  }

  lastEntryOf = (companyId: string) => this.#lastEntries.get(companyId)
  lastStatementOf = (companyId: string) => this.#statements.get(companyId)
  whiteListOf = (companyId: string) => this.#whiteList.get(companyId)
  stateOf = (subjectId: string) => this.#states.get(subjectId)

  setState(subjectId: string, state: SubjectState): void {
    this.#states.set(subjectId, state)
    this.changedStates.set(subjectId, state)
  }

  apply(changes: readonly RegisterChange[]): void {
    for (const change of changes) this.#applyOne(change)
  }

  #applyOne(change: RegisterChange): void {
    switch (change.kind) {
      case 'company':
        return this.#changeCompany(change)
      case 'entry':
        return this.#lastEntries.set(change.entry.company_id, change.entry)
      case 'holder':
        return this.#add(change.relation)
      case 'former':
        return this.#end(change.relation, change.until)
      case 'document':
        return this.#setStatement(change.document)
      case 'white list':
        return this.#whiteList.set(change.entry.company_id, JSON.parse(change.entry.row) as WhiteListEntry)
      case 'listed':
      case 'notice':
    }
  }

  #changeCompany({ id, set }: Extract<RegisterChange, { kind: 'company' }>): void {
    const before = this.#companies.get(id)
    if (!before) return
    const after = { ...before, ...set }
    this.#companies.set(id, after)
    if (after.status === before.status || !isStatus(before.status)) return
    this.#byStatus.set(
      before.status,
      (this.#byStatus.get(before.status) ?? []).filter((each) => each !== id),
    )
    this.#indexByStatus(after)
  }

  #add(relation: RelationTable): void {
    this.#holders.change(relation.company_id, (holders) => [...holders, relation])
    this.#held.change(relation.holder_id, (relations) => [...relations, relation])
  }

  #end({ id, company_id, holder_id }: RelationTable, until: Day): void {
    const end = (rows: RelationTable[]) => rows.map((row) => (row.id === id ? { ...row, until } : row))
    this.#holders.change(company_id, end)
    this.#held.change(holder_id, end)
  }

  #setStatement(document: RdfDocumentTable): void {
    if (document.financials !== null) this.#statements.set(document.company_id, document)
  }
}
