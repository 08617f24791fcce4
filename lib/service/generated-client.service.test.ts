import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertCompany } from '@/lib/testing/companies'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const tsconfig = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    outDir: 'out',
  },
  files: ['story.ts'],
}
type Story = { tellStory(connection: { baseUrl: string; apiKey: string; krs: string; nip: string }): Promise<string[]> }

describe('a client that swagger-typescript-api generates from /openapi.json', () => {
  let folder: string
  let sqliteService: TestService
  let story: Story
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'registers-client-'))
    sqliteService = await startTestService({ engine: 'sqlite' })
    const answer = await sqliteService.request<string>(null, 'GET', '/openapi.json')
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(answer.body))
    await run(bin('swagger-typescript-api'), ['generate', '-p', 'openapi.json', '-o', '.', '-n', 'api.ts'], {
      cwd: folder,
    })
    const api = await readFile(join(folder, 'api.ts'), 'utf8')
    expect(api).toContain('// @ts-nocheck')
    await writeFile(join(folder, 'api.ts'), api.replace('// @ts-nocheck', ''))
    await copyFile(fileURLToPath(new URL('../testing/client-story.ts.txt', import.meta.url)), join(folder, 'story.ts'))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await run(bin('tsc'), ['-p', '.'], { cwd: folder }).catch((error: { stdout?: string }) => {
      throw new Error(`The client does not compile:\n${error.stdout ?? ''}`)
    })
    story = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'out/story.js')).href)) as Story
  })
  afterAll(async () => {
    await sqliteService.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(sqliteOnly)('compiles and completes a whole scenario on %s', async (engine) => {
    const service = engine === 'sqlite' ? sqliteService : await startTestService({ engine })
    const { krs, nip, name } = await insertCompany(service.storage)
    const { apiKey } = await service.createAccount()
    const results = await story.tellStory({ baseUrl: service.url, apiKey, krs: krs ?? '', nip: nip ?? '' })
    expect(results).toEqual(['pro', 'Odbiorca', name])
    if (service !== sqliteService) await service.stop()
  })
})
