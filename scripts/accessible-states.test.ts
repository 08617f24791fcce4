import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { checkOf, faultsOf, isPageState, states } from '../e2e/support/states'

const allChecks = states.flatMap((state) =>
  isPageState(state) ? [checkOf(state, 'light'), checkOf(state, 'dark')] : [checkOf(state, 'light')],
)
const page = states.find(isPageState) ?? ''
const other = states.find((state) => !isPageState(state)) ?? ''

it('reports no fault for a run that made each check once', () => {
  expect(faultsOf(allChecks)).toEqual({ missing: [], duplicates: [] })
})

it.each([
  ['a page that was not checked in the dark theme', `${page} (dark)`, `${page} (dark)`],
  ['a page that was not checked in the light theme', `${page} (light)`, `${page} (light)`],
  ['another state that was not checked', `${other} (light)`, other],
])('reports %s', (_what, omitted, missing) => {
  expect(faultsOf(allChecks.filter((check) => check !== omitted))).toEqual({ missing: [missing], duplicates: [] })
})

it('accepts a non-page state in either theme, and reports a check that was made twice', () => {
  const dark = allChecks.map((check) => (check === `${other} (light)` ? `${other} (dark)` : check))
  expect(faultsOf(dark)).toEqual({ missing: [], duplicates: [] })
  expect(faultsOf([...dark, `${page} (dark)`])).toEqual({ missing: [], duplicates: [`${page} (dark)`] })
})

it('each state occurs in exactly one place of the end-to-end tests', () => {
  const folder = join(import.meta.dirname, '../e2e')
  const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.spec.ts'))
  const text = specs.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  // In a call, or in a table of states.
  const found = [...text.matchAll(/(?:expectAccessible\(page, |state: |rows: |', )'([^'\n]+)'(?!, ['\d])/g)].map(
    ([, state]) => state,
  )
  const countOf = (state: string) => found.filter((each) => each === state).length
  expect(states.length).toBeGreaterThan(100)
  expect(states.filter((state) => countOf(state) !== 1)).toEqual([])
})
