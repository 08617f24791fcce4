import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

/** The rules for imports between layers. Each rule must match files; one that matches none fails. */
const root = join(import.meta.dirname, '..')

const files = ['app', 'components', 'lib', 'instrumentation.ts', 'proxy.ts'].flatMap(filesBelow)
const sources = files.filter((file) => !/\.test\.tsx?$|^lib\/testing\//.test(file))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

function filesBelow(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return /\.tsx?$/.test(path) ? [path] : []
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(join(path, name)))
}

const SHARED_COMPONENTS = ['ui', 'charts', 'forms', 'layout', 'meters', 'shared', 'source-reading']

/** A feature contains files of four layers; their path within its folder determines the layer. */
function layerInFeature(path: string): string {
  if (/^contract(\/|\.ts$|$)/.test(path)) return 'contract'
  if (/^(statements|tables)(\/|\.ts$|-|$)/.test(path)) return 'storage'
  return path.startsWith('domain/') ? 'domain' : 'panel'
}

const FEATURE = /^lib\/features\/(?:([^/]+)\/)?(.+)$/
const featureOf = (file: string): string | undefined => FEATURE.exec(file)?.[1]

function layerOf(file: string): string {
  const [top = '', second = '', third = ''] = file.split('/')
  const inFeatures = FEATURE.exec(file)
  if (inFeatures) return layerInFeature(inFeatures[2] ?? '')
  // Statements of the service are next to its handlers.
  if (/^lib\/service\/[^/]+\/(statements\/|tables(\.ts)?$)/.test(file)) return 'storage'
  if (top === 'lib') return second
  if (top === 'components') return SHARED_COMPONENTS.includes(second) ? `components/${second}` : `feature:${second}`
  return third === '' && top.endsWith('.ts') ? 'entry' : top
}

const SHARED = SHARED_COMPONENTS.map((name) => `components/${name}`)
/** The layers that each layer may import besides itself. Any other import is an error. */
const allowed: Record<string, readonly string[]> = {
  app: ['feature', ...SHARED, 'server', 'client', 'contract', 'domain', 'messages'],
  entry: ['server', 'panel', 'domain'],
  feature: [...SHARED, 'client', 'contract', 'domain'],
  'components/meters': ['components/ui', 'components/charts', 'components/layout', 'client', 'contract', 'domain'],
  'components/shared': ['components/ui', 'components/forms', 'components/layout', 'client', 'contract', 'domain'],
  'components/source-reading': ['components/ui', 'components/layout', 'client', 'domain'],
  'components/layout': ['components/ui', 'components/forms', 'client', 'contract', 'domain'],
  'components/forms': ['components/ui', 'client', 'contract', 'domain'],
  'components/charts': ['components/ui', 'domain'],
  'components/ui': ['domain'],
  server: ['http', 'panel', 'sample', 'service', 'storage', 'telemetry', 'client', 'contract', 'domain', 'messages'],
  cli: ['panel', 'sample', 'service', 'storage', 'telemetry', 'contract', 'domain'],
  panel: ['http', 'storage', 'telemetry', 'pdf', 'client', 'contract', 'domain', 'data', 'messages', 'package.json'],
  sample: ['service', 'storage', 'contract', 'domain', 'data'],
  service: ['http', 'storage', 'telemetry', 'pdf', 'contract', 'domain', 'data'],
  http: ['storage', 'telemetry', 'contract', 'domain'],
  pdf: ['domain', 'data'],
  storage: ['telemetry', 'contract', 'domain'],
  telemetry: [],
  client: ['contract', 'domain'],
  contract: ['domain'],
  domain: ['messages'],
}

/** Per folder, including tests but not sub-folders. */
const MOST_FILES = 40

/** Files that combine the contracts, tables, handlers and jobs of all features. */
const isComposition = (file: string) => /^lib\/features\/(contract|tables|handlers|jobs)\.ts$/.test(file)

type Import = { from: string; to: string }

function importsOf(file: string): Import[] {
  const specifiers = [...textOf(file).matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map(([, to = '']) => to)
  return specifiers.flatMap((to) => {
    if (to.startsWith('@/')) return [{ from: file, to: to.slice(2) }]
    return to.startsWith('.') ? [{ from: file, to: join(file, '..', to) }] : []
  })
}

function isAllowed({ from, to }: Import): boolean {
  const source = layerOf(from)
  const target = layerOf(to)
  if (source === target) return true
  const rules = allowed[source.startsWith('feature:') ? 'feature' : source] ?? []
  return rules.includes(target.startsWith('feature:') && source === 'app' ? 'feature' : target)
}

describe('architecture', () => {
  it('covers the whole code base', () => {
    expect(sources.length).toBeGreaterThan(150)
    for (const layer of [
      'app',
      'server',
      'panel',
      'http',
      'cli',
      'sample',
      'service',
      'storage',
      'telemetry',
      'pdf',
      'client',
      'contract',
      'domain',
    ]) {
      expect(sources.filter((file) => layerOf(file) === layer).length, layer).toBeGreaterThan(0)
    }
  })

  it('allows imports in one direction only', () => {
    const imports = sources.flatMap(importsOf)
    expect(imports.length).toBeGreaterThan(300)
    expect(imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('allows imports from another feature only through its exports', () => {
    const used = new Map<string, Set<string>>()
    const isOpen = (file: string) => ['contract', 'domain'].includes(layerOf(file)) || /\/tables(-\w+)?$/.test(file)
    for (const { from, to } of sources.flatMap(importsOf)) {
      const feature = featureOf(to)
      const isOutside = /^lib\/(features|panel)\//.test(from) && featureOf(from) !== feature
      if (feature === undefined || !isOutside || isOpen(to) || isComposition(from)) continue
      used.set(feature, (used.get(feature) ?? new Set()).add(to.slice(`lib/features/${feature}/`.length)))
    }
    expect(used.size).toBeGreaterThan(10)
    const found = Object.fromEntries([...used].map(([feature, paths]) => [feature, [...paths].toSorted()]))
    expect(found).toEqual(JSON.parse(textOf('lib/features/exports.json')))
  })

  it('allows only process starters and commands to import the sample world', () => {
    const isSample = (file: string) => file.startsWith('lib/sample/')
    const imports = sources.flatMap(importsOf).filter(({ to }) => isSample(to))
    const starters = [
      'lib/server/start.ts',
      'lib/cli/service-alone.ts',
      'lib/cli/status-command.ts',
      'lib/cli/store-commands.ts',
    ]
    const others = new Set(imports.map(({ from }) => from).filter((file) => !isSample(file)))
    expect([...others].toSorted()).toEqual(starters.toSorted())
  })

  it('limits the number of files per folder', () => {
    const counts = new Map<string, number>()
    for (const file of [...files, ...filesBelow('e2e'), ...filesBelow('bench'), ...filesBelow('scripts')]) {
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    }
    expect(counts.size).toBeGreaterThan(50)
    // Migrations are ordered by time, whatever they are about.
    const folders = [...counts].filter(([folder]) => folder !== 'lib/storage/migrations')
    expect(folders.filter(([, count]) => count > MOST_FILES)).toEqual([])
  })

  it('has no export name twice in a layer', () => {
    const filesByName = new Map<string, string[]>()
    for (const file of sources.filter((each) => /^(lib|components)\//.test(each) && !each.includes('/migrations/'))) {
      const names = textOf(file).matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm)
      for (const [, name = ''] of names) {
        const key = `${layerOf(file)} ${name}`
        filesByName.set(key, [...(filesByName.get(key) ?? []), file])
      }
    }
    expect(filesByName.size).toBeGreaterThan(1000)
    expect([...filesByName].filter(([, found]) => new Set(found).size > 1)).toEqual([])
  })

  it('allows only code of lib/service to lock an account in an open transaction', () => {
    const isBare = (file: string) =>
      /^import \{[^}]*\blockAccount\b[^}]*\} from '[^']*account-lock'$/m.test(textOf(file))
    const importers = sources.filter(isBare)
    expect(importers.length).toBeGreaterThan(5)
    // All other code uses `inAccount`.
    expect(importers.filter((file) => !file.startsWith('lib/service/'))).toEqual([])
  })

  it('reads the environment only in its own files', () => {
    const allowedFiles = ['lib/server/env.ts', 'lib/panel/env.ts', 'instrumentation.ts', 'proxy.ts']
    const readers = sources.filter((file) => /process\.env\b/.test(textOf(file)))
    expect(readers.filter((file) => !allowedFiles.includes(file))).toEqual([])
    expect(readers).toContain('lib/panel/env.ts')
  })

  it('keeps every module of lib/server out of the browser', () => {
    const modules = sources.filter((file) => file.startsWith('lib/server/'))
    expect(modules.length).toBeGreaterThan(10)
    expect(modules.filter((file) => !textOf(file).startsWith("import 'server-only'"))).toEqual([])
  })

  it('imports only components from client files on the server, where their constants are references', () => {
    const isOfBrowser = (file: string) => textOf(file).startsWith("'use client'")
    const fileOf = (path: string) => [`${path}.ts`, `${path}.tsx`].find((file) => sources.includes(file))
    const violations: string[] = []
    const reached = new Set(sources.filter((file) => /^(app|lib\/server)\//.test(file) && !isOfBrowser(file)))
    for (const file of reached) {
      const imports = textOf(file).matchAll(/^import (?!type )\{([^}]*)\} from '([^']+)'/gm)
      for (const [, names = '', specifier = ''] of imports) {
        const to = fileOf(specifier.startsWith('@/') ? specifier.slice(2) : join(file, '..', specifier))
        if (to === undefined) continue
        if (!isOfBrowser(to)) reached.add(to)
        else {
          const values = names.split(',').map((name) => name.trim())
          const others = values.filter((name) => name !== '' && !/^(type |[A-Z][a-z])/.test(name))
          violations.push(...others.map((name) => `${file} takes ${name} of ${to}`))
        }
      }
    }
    expect(reached.size).toBeGreaterThan(100)
    expect(violations).toEqual([])
  })

  it('keeps Next and React out of the service, the panel and the storage', () => {
    const pure = sources.filter((file) =>
      /^lib\/(http|service|features|panel|cli|storage|telemetry|pdf|contract|domain)\//.test(file),
    )
    const impure = pure.filter((file) => /from '(next|next\/[^']+|react|react\/[^']+|server-only)'/.test(textOf(file)))
    expect(impure).toEqual([])
  })

  it('writes page addresses only in lib/domain/routes.ts', () => {
    const byHand = sources
      .filter((file) => file !== 'lib/domain/routes.ts' && !file.startsWith('lib/cli/'))
      .filter((file) => /\b(?:href|redirect|push|replace)(?:=|\(|: )\{?["'`]\/(?!\/)/.test(textOf(file)))
    expect(byHand).toEqual([])
  })
})
