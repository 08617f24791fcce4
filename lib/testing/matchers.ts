import { expect } from 'vitest'

/** `expect.any(…)` with a type that the linter can follow. */
export const anyText: unknown = expect.any(String)
/** The same of `expect.stringContaining(…)`. */
export const containing = (text: string): unknown => expect.stringContaining(text)
