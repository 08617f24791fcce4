type Callable = (...input: unknown[]) => unknown

const isCallable = (value: unknown): value is Callable => typeof value === 'function'

/** A lease or another set of statements of one table: an object that contains only functions. */
const isStatementSet = (value: unknown): value is Record<string, Callable> => {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  const members = Object.values(value)
  return members.length > 0 && members.every(isCallable)
}

/** Names of the functions of a module; of a set, one name per member. */
export const namesOf = (module: object): string[] =>
  Object.entries(module).flatMap(([name, value]) => {
    if (isCallable(value)) return [name]
    return isStatementSet(value) ? Object.keys(value).map((member) => `${name}.${member}`) : []
  })

/** The same exports; each call of a function, and each `new` of a class, adds its name to `calledNames`. */
export function recordCalls<M extends object>(module: M, calledNames: Set<string>): M {
  const watch = (name: string, value: Callable): Callable =>
    new Proxy(value, {
      apply: (target, self, input: unknown[]) => {
        calledNames.add(name)
        return Reflect.apply(target, self, input)
      },
      construct: (target, input: unknown[], newTarget) => {
        calledNames.add(name)
        // Safe: only classes are constructed.
        return Reflect.construct(target, input, newTarget) as object
      },
    })
  const entries = Object.entries(module).map(([name, value]: [string, unknown]) => {
    if (isCallable(value)) return [name, watch(name, value)]
    if (!isStatementSet(value)) return [name, value]
    const members = Object.entries(value).map(([member, call]) => [member, watch(`${name}.${member}`, call)])
    return [name, Object.fromEntries(members) as unknown]
  })
  // Safe: these are the same names with functions of the same types.
  return Object.fromEntries(entries) as M
}
