import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { describe, expect, it } from 'vitest'

import { namespaces } from '@/lib/domain/format/messages'

import { panelJobs } from './jobs'

const root = join(import.meta.dirname, '../..')
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

const features = foldersIn('lib/features')
/** Nouns whose server half belongs to the service, so that they have no folder in `lib/features`. */
const OF_THE_SERVICE = ['overview', 'reference', 'search', 'usage']
/** Message files and component folders that belong to no noun. */
const SHARED_WORDS = [
  'common',
  'event-kinds',
  'krs-fields',
  'layout',
  'mails',
  'meters',
  'palette',
  'papers',
  'pools',
  'price',
  'register-names',
  'rhythm',
  'sent',
]
const SHARED_COMPONENTS = ['charts', 'forms', 'layout', 'meters', 'shared', 'source-reading', 'ui']
const nouns = [...features, ...OF_THE_SERVICE]

describe('features', () => {
  it('have the same noun in their components and messages', () => {
    expect(features.length).toBeGreaterThan(30)
    const components = foldersIn('components').filter((name) => !SHARED_COMPONENTS.includes(name))
    expect(components.length).toBeGreaterThan(20)
    expect(components.filter((name) => !nouns.includes(name))).toEqual([])
    // `bzp-alerts.json` contains some of the messages of `bzp`.
    const isOfNoun = (name: string) => nouns.some((noun) => name === noun || name.startsWith(`${noun}-`))
    const words = namespaces.filter((name) => !SHARED_WORDS.includes(name) && !/^(source|spenders)/.test(name))
    expect(words.length).toBeGreaterThan(30)
    expect(words.filter((name) => !isOfNoun(name))).toEqual([])
  })

  it('have all jobs listed, each in a job file and with a name that starts with its feature', () => {
    const files = features.flatMap((feature) =>
      readdirSync(join(root, 'lib/features', feature), { recursive: true, encoding: 'utf8' }).map((file) =>
        join('lib/features', feature, file),
      ),
    )
    const declared = files
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/^export const (\w+): (?:readonly )?PanelJob/gm)].map(
          ([, name = '']) => ({ file: relative('lib/features', file), name }),
        ),
      )
    expect(declared.length).toBeGreaterThan(15)
    expect(declared.filter(({ file }) => !/\/(?:[\w-]+-)?job\.ts$/.test(file))).toEqual([])
    const list = readFileSync(join(root, 'lib/features/jobs.ts'), 'utf8').split('export const panelJobs')[1] ?? ''
    expect(declared.filter(({ name }) => !new RegExp(`\\b${name},`).test(list))).toEqual([])
    const names = panelJobs.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !features.includes(name.split('.')[0] ?? ''))).toEqual([])
  })
})
