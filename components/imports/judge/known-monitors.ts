import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
/** A PESEL of the list, and the monitor that watches it; the panel shows personal numbers masked, so it is asked by number. */
export interface KnownPerson {
  readonly value: string
  readonly id: string | undefined
}

/** A tag and how many monitors carry it. */
export interface TagCount {
  readonly tag: string
  readonly monitors: number
}

/** The monitors of the account, found by identifier: a person only once the number was asked about. */
export class KnownMonitors {
  #byId = new Map<string, KnownMonitor>()
  #idByKey = new Map<string, string>()
  #persons = new Map<string, string | undefined>()

  /** Today's monitors; which person is which has to be asked again. */
  set(monitors: readonly KnownMonitor[]): void {
    this.#persons.clear()
    this.#byId = new Map(monitors.map((monitor) => [monitor.id, monitor]))
    const plain = monitors.filter(({ value }) => !isMaskedText(value))
    this.#idByKey = new Map(plain.map(({ id, type, value }) => [identifierKey(type, value), id]))
  }

  setPersons(persons: readonly KnownPerson[]): void {
    for (const { value, id } of persons) this.#persons.set(value, id)
  }

  isAsked(value: string): boolean {
    return this.#persons.has(value)
  }

  find(type: string, value: string): KnownMonitor | undefined {
    const id =
      (type === 'pesel' ? this.#persons.get(value) : undefined) ?? this.#idByKey.get(identifierKey(type, value))
    if (id === undefined) return undefined
    // Added since the monitors were read: nothing but its number is known.
    return this.#byId.get(id) ?? { id, type, value, label: null, tags: [] }
  }

  all(): readonly KnownMonitor[] {
    return [...this.#byId.values()]
  }

  /** By their alphabet. */
  tags(): TagCount[] {
    const counts = new Map<string, number>()
    for (const { tags } of this.#byId.values()) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    return [...counts].map(([tag, monitors]) => ({ tag, monitors })).sort((a, b) => a.tag.localeCompare(b.tag))
  }
}

/** A monitor of the account as far as an import has to know it. */
export interface KnownMonitor {
  readonly id: string
  readonly type: string
  readonly value: string
  readonly label: string | null
  readonly tags: readonly string[]
}

export const identifierKey = (type: string, value: string): string => `${type}:${value}`
