import { type KeyObject, verify } from 'node:crypto'

import { sha256 } from './files'

type Manifest = { readonly files: readonly { readonly name: string; readonly sha256: string }[] }

/**
 * Returns the first mismatch in the unpacked files of a statement; undefined if all of them match. `key` is the public
 * key.
 */
export function verifyPack(files: Readonly<Record<string, Uint8Array>>, key: KeyObject): string | undefined {
  const [manifest, signature] = [files['manifest.json'], files['manifest.sig']]
  if (manifest === undefined) return 'it has no manifest.json'
  if (signature === undefined) return 'it is not signed: it has no manifest.sig'
  const signatureBytes = Buffer.from(Buffer.from(signature).toString('utf8'), 'base64')
  if (!verify(null, manifest, key, signatureBytes)) return 'the manifest was not signed with this key, or was changed'
  // Safe: the owner of the key wrote it.
  const { files: listed } = JSON.parse(Buffer.from(manifest).toString('utf8')) as Manifest
  for (const { name, sha256: expected } of listed) {
    const bytes = files[name]
    if (bytes === undefined) return `${name} is missing`
    if (sha256(bytes) !== expected) return `${name} was changed`
  }
  const expectedNames = new Set(['manifest.json', 'manifest.sig', ...listed.map(({ name }) => name)])
  const added = Object.keys(files).find((name) => !expectedNames.has(name))
  return added === undefined ? undefined : `${added} was added`
}
