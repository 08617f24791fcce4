/**
 * `npm run check`: everything that needs no browser and no database. Runs all steps and prints the failed ones at the
 * end.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { rememberCheck } from './check-outcome.mjs'
import { root } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'registers-check-'))
const unitReport = join(folder, 'unit.json')

const unitReporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
const bin = (name) => join(root, 'node_modules', '.bin', name)
const steps = [
  // Page addresses are types too; Next generates them from the folders in app/.
  { name: 'page types', command: bin('next'), args: ['typegen'] },
  { name: 'format', command: bin('oxfmt'), args: ['--check', '.'], filesPattern: /on ([\d,]+) files/ },
  { name: 'lint', command: bin('oxlint'), args: ['--deny-warnings', '.'], filesPattern: /on ([\d,]+) files/ },
  { name: 'types', command: bin('tsc'), args: ['--noEmit', '-p', '.'] },
  { name: 'repetition', command: process.execPath, args: ['scripts/repetition.mjs'], filesPattern: /on (\d+) files/ },
  { name: 'unused', command: bin('knip'), args: ['--no-progress'] },
  { name: 'unit tests', command: bin('vitest'), args: ['run', '--project', 'unit', ...unitReporters] },
]

/** A tool that processed no files counts as failed. */
function hasProcessedFiles(output, filesPattern) {
  return filesPattern === undefined || Number(filesPattern.exec(output)?.[1]?.replaceAll(',', '') ?? 0) > 0
}

function passes({ name, command, args, filesPattern }) {
  const startedAt = Date.now()
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const output = `${result.stdout}${result.stderr}`
  const isFine = result.status === 0 && hasProcessedFiles(output, filesPattern)
  console.log(`${isFine ? 'ok    ' : 'FAILED'}  ${name}  (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (!isFine) console.log(output.trim() || String(result.error ?? 'It checked no files.'))
  return isFine
}

const failed = steps.filter((step) => !passes(step)).map(({ name }) => name)
if (failed.length === 0) rememberCheck(JSON.parse(readFileSync(unitReport, 'utf8')).numPassedTests)
rmSync(folder, { recursive: true, force: true })
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
