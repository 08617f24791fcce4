import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Command } from 'commander'
import { unzipSync } from 'fflate'

import { auditKeyIn } from '../access/kept-secrets'
import { publicKeyOf, signingKeyFrom } from '../packs/signing'
import { verifyPack } from '../packs/verify-pack'
import { CommandFailure, requireCliEnv } from './command-context'
import { print } from './terminal'

/** Commands of the statements of billing periods. */
export function addStatementCommands(program: Command): void {
  const statement = program.command('statement').description('statements of billing periods')
  statement
    .command('verify')
    .argument('<file>', 'the ZIP file of a statement')
    .description('checks the signature of its manifest and the hash of each file; exit code 1 where one does not fit')
    .option('--key <base64>', 'the public key that the panel shows (default: that of this installation)')
    .action((file: string, { key }: { key?: string }) => verify(file, key))
  statement
    .command('key')
    .description('the public key of this installation, with which its statements can be checked elsewhere')
    .action(() => print(publicKeyOf(signingKeyFrom(auditKeyIn(requireCliEnv())))))
}

function verify(file: string, key: string | undefined): void {
  const publicKey = key === undefined ? createPublicKey(signingKeyFrom(auditKeyIn(requireCliEnv()))) : readKey(key)
  const problem = verifyPack(filesIn(file), publicKey)
  if (problem !== undefined) throw new CommandFailure(`${file}: ${problem}`)
  print(`${file}: intact, signed with ${publicKeyOf(publicKey)}`)
}

function filesIn(file: string): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(new Uint8Array(readFileSync(file)))
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read as a ZIP file: ${String(error)}`)
  }
}

function readKey(base64: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new CommandFailure('That is not a public key as the panel shows it')
  }
}
