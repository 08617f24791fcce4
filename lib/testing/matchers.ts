import { expect } from 'vitest'

/** `expect.any(…)` with a type that the linter accepts. */
export const anyText: unknown = expect.any(String)
/** `expect.stringContaining(…)` with a type that the linter accepts. */
export const containing = (text: string): unknown => expect.stringContaining(text)
