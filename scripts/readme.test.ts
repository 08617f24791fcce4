import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { variableNames } from '@/lib/panel/env'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const configuration = readFileSync(join(root, 'docs/operations/configuration.md'), 'utf8')
const testsBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:spec|test)\.tsx?$/.test(file) || file.startsWith('support/'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))

/** `NAME` in the first column of the table of variables, also several in one row. */
const documentedNames = [...configuration.matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
)

it('the documentation lists each environment variable once, and no other', () => {
  expect(documentedNames.length).toBeGreaterThan(30)
  expect(documentedNames.toSorted()).toEqual([...variableNames].toSorted())
})

it.each(documentedNames)('%s is set by a test', (name) => {
  const assignment = new RegExp(`\\b${name}(?:: |=|'\\]|, )`)
  expect([...testsBelow('e2e'), ...testsBelow('lib')].some((text) => assignment.test(text))).toBe(true)
})

/** How each script is run: by CI, by a spec in `e2e`, or by hand because it measures or creates data. */
const RUN_BY = {
  ci: ['check', 'test', 'build'],
  specs: ['start', 'admin', 'service', 'dev'],
  hand: /^(?:bench:\w+|data|docs:data-model|format|test:long)$/,
}

it('the README names only existing scripts, and each script is run by CI, by a test or by hand', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const scriptNames = Object.keys(scripts)
  const inReadme = [...readme.matchAll(/(?:^|`)(?:[A-Z_]+=\S+ )*npm (?:run (?:-s )?)?([a-z][a-z:-]*)/gm)].map(
    ([, name = '']) => name,
  )
  const benches = [...readme.matchAll(/`:(\w+)`/g)].map(([, name = '']) => `bench:${name}`)
  expect(benches.length).toBeGreaterThan(10)
  for (const name of [...inReadme, ...benches]) expect([...scriptNames, 'ci'], name).toContain(name)
  const specs = testsBelow('e2e').join('\n')
  for (const name of scriptNames.filter((each) => !RUN_BY.ci.includes(each) && !RUN_BY.hand.test(each))) {
    expect(RUN_BY.specs, name).toContain(name)
    expect(specs, name).toMatch(new RegExp(`npm (?:run (?:-s )?)?${name}\\b`))
  }
})
