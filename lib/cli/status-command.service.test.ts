import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { panelJobs } from '@/lib/features/jobs'
import { runOnce } from '@/lib/service/jobs'
import { serviceJobs } from '@/lib/service/service'
import { runCommand } from '@/lib/testing/command-line'
import { insertCompany } from '@/lib/testing/companies'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

describe.each(engines)('admin -- status on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
    vi.stubEnv('DATA_DIR', service.place.dataDir)
    vi.stubEnv('DATABASE_URL', service.place.databaseUrl ?? '')
    const jobOptions = { holder: 'test', dependencies: service.service.dependencies }
    await runOnce({ name: 'deliveries', everyMs: 1000, run: () => Promise.resolve() }, jobOptions)
    const fail = () => Promise.reject(new Error('the bucket said no\nand more'))
    await runOnce({ name: 'rules.messages', everyMs: 1000, run: fail }, jobOptions)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await service.stop()
  })

  it('prints version, jobs, queues and table sizes while the server runs', async () => {
    const { code, output } = await runCommand('status --all-tables')
    expect(code).toBe(0)
    expect(output).toMatch(/^Version \d+\.\d+\.\d+, schema 0\d\d-[\w-]+ of 20/)
    expect(output).toContain(`Store   ${engine}, `)
    for (const { name } of [...serviceJobs, ...panelJobs]) expect(output).toMatch(new RegExp(`^${name} +\\S+ s `, 'm'))
    expect(output).toMatch(/^deliveries .* 0 of 1$/m)
    expect(output).toMatch(/^rules\.messages .* 1 of 1 +\S+ the bucket said no$/m)
    expect(output).toMatch(/^white_list_runs +0$/m)
    expect(output).toMatch(/^subjects +\d+/m)
    const { output: json } = await runCommand('status --json')
    const status = JSON.parse(json) as { jobs: { name: string; run?: { error: string | null } }[]; tables: unknown[] }
    expect(status.tables.length).toBeGreaterThan(50)
    expect(status.jobs.find(({ name }) => name === 'deliveries')).toMatchObject({ run: { runs: 1, failures: 0 } })
  })
})
