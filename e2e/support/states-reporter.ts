import { readdirSync } from 'node:fs'

import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

import { CHECKED, faultsOf } from './states'

/**
 * Fails a full run in which a state of `states.ts` was not checked or was checked twice. It ignores runs of selected
 * specs, lists of tests and failed runs, whose failed tests may not have reached their checks.
 */
// eslint-disable-next-line import/no-default-export
export default class StatesReporter implements Reporter {
  private isFullRun = false
  private ended = 0
  private readonly checks: string[] = []

  printsToStdio(): boolean {
    return false
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const specFiles = new Set(suite.allTests().map(({ location }) => location.file))
    const specs = readdirSync(config.projects[0]?.testDir ?? '', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.spec.ts'),
    )
    const isNarrowed = String(config.grep) !== String(/.*/) || config.grepInvert !== null || config.shard !== null
    this.isFullRun = !isNarrowed && specs.length > 0 && specFiles.size === specs.length
  }

  onTestEnd(_test: TestCase, { annotations }: TestResult): void {
    this.ended += 1
    for (const { type, description = '' } of annotations) if (type === CHECKED) this.checks.push(description)
  }

  async onEnd({ status }: FullResult): Promise<{ status: 'failed' } | undefined> {
    if (!this.isFullRun || this.ended === 0 || status !== 'passed') return undefined
    const { missing, duplicates } = faultsOf(this.checks)
    for (const check of missing) process.stderr.write(`Not checked for accessibility: ${check}\n`)
    for (const check of duplicates) process.stderr.write(`Checked for accessibility twice: ${check}\n`)
    return missing.length + duplicates.length > 0 ? { status: 'failed' } : undefined
  }
}
