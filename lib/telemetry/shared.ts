/**
 * One value for the whole process. On `globalThis`, because Next loads modules in more than one graph: what the start of the
 * process sets is what the copy of a route reads.
 */
export function sharedInProcess<T>(name: string): { get(): T | undefined; set(value: T | undefined): void } {
  const key = Symbol.for(`registers-panel.${name}`)
  /** Sound: the symbol is ours alone, and only `set` writes it. */
  const holder = globalThis as { [key: symbol]: T | undefined }
  return {
    get: () => holder[key],
    set: (value) => {
      holder[key] = value
    },
  }
}
