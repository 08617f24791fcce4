import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { Command, CommanderError } from 'commander'
import { unzipSync } from 'fflate'

import { publicKeyOf, signingKeyFrom } from '@/lib/features/packs/signing'
import { verifyPack } from '@/lib/features/packs/verify-pack'
import { allowSlowConnects } from '@/lib/panel/outgoing/slow-connects'
import { auditKeyIn } from '@/lib/panel/secrets/stored-secrets'
import { StoreRefused } from '@/lib/storage/open'

import { addAccountCommands } from './account-commands'
import { addAuditCommands } from './audit-commands'
import { addBackupCommands } from './backup-commands'
import { CommandFailure, requireCliEnv } from './command-context'
import { addKeyCommands } from './key-commands'
import { addMigrateCommands } from './migrate-commands'
import { addRetentionCommands } from './retention-commands'
import { addSecretCommands } from './secret-commands'
import { addStatusCommand } from './status-command'
import { addStoreCommands } from './store-commands'
import { print } from './terminal'
import { addUserCommands } from './user-commands'

const groups = [
  addAccountCommands,
  addUserCommands,
  addKeyCommands,
  addStoreCommands,
  addStatusCommand,
  addStatementCommands,
  addAuditCommands,
  addSecretCommands,
  addBackupCommands,
  addMigrateCommands,
  addRetentionCommands,
]

/**
 * The operator's command line, `npm run -s admin -- …`. It works on the store directly, also while the server runs,
 * which sees a change with its next request. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
 */
export async function main(argv: readonly string[]): Promise<number> {
  allowSlowConnects()
  const program = new Command('admin').description('Operator commands of the registers panel')
  program.showHelpAfterError('(add --help for usage)').exitOverride()
  for (const add of groups) add(program)
  for (const command of program.commands.flatMap((group) => [group, ...group.commands])) command.exitOverride()
  try {
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    // commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`${lineOf(error)}\n`)
    return 1
  }
}

function lineOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  // The server prints this text after "Cannot start: ", so it begins in lower case.
  return error instanceof StoreRefused ? `${line.charAt(0).toUpperCase()}${line.slice(1)}` : line
}

function addStatementCommands(program: Command): void {
  const statement = program.command('statement').description('statements of billing periods')
  statement
    .command('verify')
    .argument('<file>', 'the ZIP file of a statement')
    .description('checks the signature of its manifest and the hash of each file; exit code 1 if one does not match')
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
