/**
 * Builds dist/admin.mjs and dist/service.mjs: the operator's command line and the service without the panel, bundled so
 * that they start without Next and without a TypeScript loader.
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { withBuildLock } from './build-lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['data', 'lib', 'messages', 'package-lock.json', 'scripts/bundle.mjs']
const ENTRIES = { admin: 'lib/cli/main.ts', service: 'lib/cli/service-alone.ts' }
/** Native or too dynamic to bundle, so loaded from node_modules. */
const EXTERNAL = [
  /^libsql/,
  /^pdfkit$/,
  /^pg(-|$)/,
  /^pino/,
  /^nodemailer$/,
  /^@aws-sdk\//,
  /^@smithy\//,
  /^@node-rs\//,
  /^prom-client$/,
  /^@opentelemetry\//,
  /^node:/,
]

/** Milliseconds of the newest change below the paths. */
function newestMs(paths) {
  return Math.max(
    ...paths.map((path) => {
      const stat = statSync(join(root, path))
      return stat.isDirectory() ? newestMs(readdirSync(join(root, path)).map((name) => join(path, name))) : stat.mtimeMs
    }),
    0,
  )
}

const builtAt = () =>
  Math.min(
    ...Object.keys(ENTRIES).map(
      (name) => statSync(join(root, 'dist', `${name}.mjs`), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  )

/** @param more additional entries: name → source */
export async function bundle(more = {}) {
  const { build } = await import('rolldown')
  await build({
    cwd: root,
    input: { ...ENTRIES, ...more },
    platform: 'node',
    external: EXTERNAL,
    resolve: { alias: { '@': root.replace(/\/$/, '') }, tsconfigFilename: undefined },
    output: {
      dir: join(root, 'dist'),
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunk-[hash].mjs',
      cleanDir: true,
    },
    logLevel: 'warn',
  })
}

/**
 * Builds only when a source is newer than the bundle, in one process at a time. An image contains the bundle and no
 * sources.
 */
export async function bundleIfStale() {
  const isStale = () => existsSync(join(root, 'lib')) && builtAt() < newestMs(SOURCES)
  if (isStale()) await withBuildLock('bundle', async () => isStale() && bundle())
}
