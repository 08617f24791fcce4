import type { OperationAnswer } from '@/lib/client/client'
import type { AnnouncementKeys } from '@/lib/domain/events/announcement-keys'
import { type FilterListName, filterLists } from '@/lib/domain/filter-lists'
import {
  checkIdentifier,
  type IdentifierType,
  identifierTypes,
  maskIdentifier,
} from '@/lib/domain/identifiers/identifiers'
import { checkKrzSignature, checkMsigSignature } from '@/lib/domain/identifiers/krz-signatures'
import { nameKey } from '@/lib/domain/name-key'
import { distinctiveName } from '@/lib/features/companies/domain/distinctive-name'
import { eachMonitor, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import { maskPersonal } from '@/lib/http/mask-personal'
import type { CallService } from '@/lib/panel/context'

import type { HitMonitor } from './contract'

type NamedMonitor = Pick<HitMonitor, 'id' | 'name'> & { readonly tags: readonly string[] }
type ListedFilter = OperationAnswer<'filters.list'>['items'][number]

/**
 * What the monitors of an account watch, with each identifier and filter once: a row costs one look-up per key,
 * regardless of the number of monitors.
 */
export class WatchedTargets {
  /** By kind and value: indexes of the targets that watch it. */
  readonly #targetsByKind = new Map<FilterListName, Map<string, number[]>>()
  readonly #monitors: NamedMonitor[][] = []
  /** Names of watched companies, as the service returns them. */
  readonly #names: { readonly target: number; readonly name: string }[] = []
  /** Built on first use, because most rows match by number. */
  #byName: Map<string, number[]> | undefined

  /** `name`: name of the watched company, if the target is one. */
  add(items: Iterable<readonly [FilterListName, string]>, monitors: readonly NamedMonitor[], name?: string): void {
    const target = this.#monitors.push([...monitors]) - 1
    if (name !== undefined) this.#names.push({ target, name })
    for (const [kind, value] of items) {
      const values = this.#targetsByKind.get(kind) ?? new Map<string, number[]>()
      this.#targetsByKind.set(kind, values)
      const valueTargets = values.get(value)
      if (valueTargets === undefined) values.set(value, [target])
      else if (valueTargets.at(-1) !== target) valueTargets.push(target)
    }
  }

  get size(): number {
    return this.#monitors.length
  }

  hitBy(keys: AnnouncementKeys): ReadonlySet<number> {
    const hit = new Set<number>()
    for (const [kind, values] of this.#targetsByKind) {
      for (const key of keys[kind]) for (const target of values.get(key) ?? []) hit.add(target)
    }
    return hit
  }

  /** Companies with a similar name, ignoring legal form, case and diacritics. A similar name proves nothing. */
  namedLike(names: readonly string[]): ReadonlySet<number> {
    this.#byName ??= this.#indexNames()
    return new Set(names.flatMap((name) => this.#byName?.get(companyNameKey(name)) ?? []))
  }

  #indexNames(): Map<string, number[]> {
    const byName = new Map<string, number[]>()
    for (const { target, name } of this.#names) {
      const key = companyNameKey(name)
      const nameTargets = byName.get(key)
      if (nameTargets !== undefined) nameTargets.push(target)
      else if (key !== '') byName.set(key, [target])
    }
    return byName
  }

  monitorsOf(target: number): readonly NamedMonitor[] {
    return this.#monitors[target] ?? []
  }
}

const companyNameKey = (name: string): string => nameKey(distinctiveName(name))

type WatchedNumber = {
  readonly kind: IdentifierType
  readonly value: string
  readonly name: string | undefined
  readonly monitors: NamedMonitor[]
}

/** Reads everything that the account watches now. A monitor whose filter was deleted watches nothing. */
export async function readWatchedTargets(callService: CallService, signal: AbortSignal): Promise<WatchedTargets> {
  const filters = await readFilters(callService)
  const ofFilter = new Map<string, NamedMonitor[]>()
  const ofNumber = new Map<string, WatchedNumber>()
  for await (const monitor of eachMonitor(callService, { signal })) {
    const { identifier_type: kind, identifier_value: value, filter_id: filterId } = monitor
    if (filterId) {
      const filterMonitors = ofFilter.get(filterId) ?? []
      filterMonitors.push(toNamed(monitor, filters.get(filterId)))
      ofFilter.set(filterId, filterMonitors)
    } else if (value && isWatchable(kind)) {
      const key = `${kind} ${value}`
      const watchedNumber = ofNumber.get(key) ?? {
        kind,
        value: canonicalValue(kind, value),
        name: companyNameOf(monitor),
        monitors: [],
      }
      watchedNumber.monitors.push(toNamed(monitor, undefined))
      ofNumber.set(key, watchedNumber)
    }
  }
  const targets = new WatchedTargets()
  for (const { kind, value, monitors, name } of ofNumber.values()) targets.add([[kind, value]], monitors, name)
  for (const [id, monitors] of ofFilter) targets.add(itemsOf(filters.get(id)), monitors)
  return targets
}

/** Only companies: too many persons share a name. */
const companyNameOf = ({ identifier_type: kind, subject_name: name }: WatchedRecord): string | undefined =>
  kind === 'pesel' ? undefined : (name ?? undefined)

const isWatchable = (kind: string | null | undefined): kind is IdentifierType =>
  identifierTypes.some((each) => each === kind)

async function readFilters(callService: CallService): Promise<ReadonlyMap<string, ListedFilter>> {
  const { items } = await callService('filters.list', { query: {} })
  return new Map(items.map((filter) => [filter.id, filter]))
}

function* itemsOf(filter: ListedFilter | undefined): Generator<readonly [FilterListName, string]> {
  for (const kind of filterLists) {
    for (const value of filter?.content?.[kind] ?? []) yield [kind, canonicalValue(kind, value)]
  }
}

/** The normalised form in which keys are compared; an invalid value stays unchanged and matches nothing. */
function canonicalValue(kind: FilterListName, value: string): string {
  if (kind === 'name') return nameKey(value)
  const checked = checkOf(kind, value)
  return checked.ok ? checked.value : value
}

function checkOf(kind: Exclude<FilterListName, 'name'>, value: string) {
  if (kind === 'krz_signature') return checkKrzSignature(value)
  return kind === 'msig_signature' ? checkMsigSignature(value) : checkIdentifier(kind, value)
}

/** The monitor as named in lists, with masked personal numbers. */
function toNamed(monitor: WatchedRecord, filter: ListedFilter | undefined): NamedMonitor {
  const { id, label, subject_name, tags, identifier_type: kind, identifier_value: value } = monitor
  const number = value && isWatchable(kind) ? maskIdentifier(kind, value) : ''
  return { id, name: String(maskPersonal(label || subject_name || filter?.name || number || id)), tags: tags ?? [] }
}
