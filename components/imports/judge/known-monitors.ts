import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
/**
 * A PESEL of the list and the monitor that watches it. The panel masks personal numbers, so monitors are requested by
 * number.
 */
export interface MonitoredPerson {
  readonly value: string
  readonly id: string | undefined
}

export interface TagCount {
  readonly tag: string
  readonly monitors: number
}

/** The account's monitors by identifier; monitors of persons only after their number was requested. */
export class KnownMonitors {
  #byId = new Map<string, KnownMonitor>()
  #idByKey = new Map<string, string>()
  #persons = new Map<string, string | undefined>()

  /** Replaces all monitors; the persons must be requested again. */
  set(monitors: readonly KnownMonitor[]): void {
    this.#persons.clear()
    this.#byId = new Map(monitors.map((monitor) => [monitor.id, monitor]))
    const plain = monitors.filter(({ value }) => !isMaskedText(value))
    this.#idByKey = new Map(plain.map(({ id, type, value }) => [identifierKey(type, value), id]))
  }

  setPersons(persons: readonly MonitoredPerson[]): void {
    for (const { value, id } of persons) this.#persons.set(value, id)
  }

  isPersonKnown(value: string): boolean {
    return this.#persons.has(value)
  }

  find(type: string, value: string): KnownMonitor | undefined {
    const id =
      (type === 'pesel' ? this.#persons.get(value) : undefined) ?? this.#idByKey.get(identifierKey(type, value))
    if (id === undefined) return undefined
    // A monitor created after the monitors were read: only its number is known.
    return this.#byId.get(id) ?? { id, type, value, label: null, tags: [] }
  }

  all(): readonly KnownMonitor[] {
    return [...this.#byId.values()]
  }

  /** In alphabetical order. */
  tags(): TagCount[] {
    const counts = new Map<string, number>()
    for (const { tags } of this.#byId.values()) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    return [...counts].map(([tag, monitors]) => ({ tag, monitors })).sort((a, b) => a.tag.localeCompare(b.tag))
  }
}

/** The parts of a monitor that an import needs. */
export interface KnownMonitor {
  readonly id: string
  readonly type: string
  readonly value: string
  readonly label: string | null
  readonly tags: readonly string[]
}

export const identifierKey = (type: string, value: string): string => `${type}:${value}`
