/**
 * One value for the whole process. It is on `globalThis`, because Next loads modules in more than one graph: the copy
 * of a route must read what the start of the process has set.
 */
export function sharedInProcess<T>(name: string): { get(): T | undefined; set(value: T | undefined): void } {
  const key = Symbol.for(`registers-panel.${name}`)
  /** Safe: the symbol is only ours, and only `set` writes it. */
  const holder = globalThis as { [key: symbol]: T | undefined }
  return {
    get: () => holder[key],
    set: (value) => {
      holder[key] = value
    },
  }
}
