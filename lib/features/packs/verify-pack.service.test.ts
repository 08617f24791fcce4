import { execFile } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { runCommand } from '@/lib/testing/command-line'
import { panelContext } from '@/lib/testing/panel-context'
import { startTestService, TEST_AUDIT_KEY, type TestService } from '@/lib/testing/service'

import { packHandlers } from './handlers'
import { publicKeyOf, signingKeyFrom } from './signing'
import { verifyPack } from './verify-pack'

const run = promisify(execFile)

/** Reads the script from the documentation. */
function documentedScript(): string {
  const text = readFileSync('docs/operations/statements.md', 'utf8')
  return /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
}

describe('the signature of a statement', () => {
  let service: TestService
  let folder: string
  let files: Record<string, Uint8Array>
  let shownKey: string
  beforeAll(async () => {
    service = await startTestService({ engine: 'sqlite' })
    const { accountId } = await service.createAccount()
    const context = panelContext(service, accountId)
    const pack = await packHandlers['packs.create']({ body: {} }, context)
    const answer = await packHandlers['packs.download']({ params: { id: pack.id, file: 'zip' } }, context)
    files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    shownKey = (await packHandlers['packs.list']({}, context)).signing_key
    folder = mkdtempSync(join(tmpdir(), 'statement-'))
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const unpackToFolder = (archive: Readonly<Record<string, Uint8Array>>) => {
    const target = mkdtempSync(join(folder, 'files-'))
    for (const [name, bytes] of Object.entries(archive)) writeFileSync(join(target, name), bytes)
    return target
  }
  const verifyAsDocumented = async (archive: Readonly<Record<string, Uint8Array>>, key = shownKey) => {
    const script = join(folder, 'verify.mjs')
    writeFileSync(script, documentedScript())
    return run(process.execPath, [script, unpackToFolder(archive), key]).then(
      ({ stdout }) => stdout.trim(),
      (error: unknown) => /^Error: (?!Command)(.*)$/m.exec(String(error))?.[1] ?? String(error),
    )
  }
  const ownPublicKey = () => createPublicKey(signingKeyFrom(TEST_AUDIT_KEY))
  const withChanged = (name: string) => ({ ...files, [name]: new TextEncoder().encode('changed') })

  it('is verified by the documented script, which has at most twenty lines', async () => {
    expect(documentedScript().trim().split('\n').length).toBeLessThanOrEqual(20)
    expect(await verifyAsDocumented(files)).toBe('intact')
    expect(shownKey).toBe(publicKeyOf(signingKeyFrom(TEST_AUDIT_KEY)))
    expect(verifyPack(files, ownPublicKey())).toBeUndefined()
  })

  it('is rejected for changed, added or missing files and for another key', async () => {
    const csv = Object.keys(files).find((name) => name.endsWith('-dni.csv')) ?? ''
    expect(await verifyAsDocumented(withChanged(csv))).toContain(`${csv} was changed`)
    expect(verifyPack(withChanged(csv), ownPublicKey())).toBe(`${csv} was changed`)
    expect(await verifyAsDocumented(withChanged('manifest.json'))).toContain('the signature does not fit')
    expect(verifyPack(withChanged('manifest.json'), ownPublicKey())).toContain('or was changed')
    expect(await verifyAsDocumented({ ...files, 'more.csv': new Uint8Array() })).toContain('more.csv was added')
    expect(verifyPack({ ...files, 'more.csv': new Uint8Array() }, ownPublicKey())).toBe('more.csv was added')
    const { [csv]: _csv, ...less } = files
    expect(verifyPack(less, ownPublicKey())).toBe(`${csv} is missing`)
    const { 'manifest.sig': _signature, ...unsigned } = files
    expect(verifyPack(unsigned, ownPublicKey())).toContain('not signed')
    const other = signingKeyFrom('another key')
    expect(await verifyAsDocumented(files, publicKeyOf(other))).toContain('the signature does not fit')
    expect(verifyPack(files, createPublicKey(other))).toContain('not signed with this key')
  })

  it('is verified by `admin -- statement verify`, which exits with 1 for a changed file', async () => {
    vi.stubEnv('AUDIT_KEY', TEST_AUDIT_KEY)
    vi.stubEnv('DATA_DIR', folder)
    const zip = (archive: Readonly<Record<string, Uint8Array>>) => {
      const file = join(folder, 'statement.zip')
      writeFileSync(file, zipSync({ ...archive }))
      return file
    }
    try {
      expect(await runCommand(`statement verify ${zip(files)}`)).toMatchObject({ code: 0 })
      expect((await runCommand('statement key')).output.trim()).toBe(shownKey)
      const broken = await runCommand(`statement verify ${zip(withChanged('manifest.json'))} --key ${shownKey}`)
      expect(broken).toMatchObject({ code: 1 })
      expect(broken.output).toContain('or was changed')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('has its key in the manifest', () => {
    const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as { signature: object }
    expect(manifest.signature).toEqual({ algorithm: 'Ed25519', file: 'manifest.sig', public_key: shownKey })
  })
})
