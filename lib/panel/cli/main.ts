import { Command, CommanderError } from 'commander'

import { StoreRefused } from '@/lib/storage/open'

import { allowSlowConnects } from '../outgoing/slow-connects'
import { addAccountCommands } from './account-commands'
import { addAuditCommands } from './audit-commands'
import { addBackupCommands } from './backup-commands'
import { addKeyCommands } from './key-commands'
import { addMigrateCommands } from './migrate-commands'
import { addRetentionCommands } from './retention-commands'
import { addSecretCommands } from './secret-commands'
import { addStatementCommands } from './statement-commands'
import { addStatusCommand } from './status-command'
import { addStoreCommands } from './store-commands'
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
 * The operator's command line, `npm run -s admin -- …`. Works on the store itself, so also while the server runs, which
 * sees the change with its next request. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
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
    // commander has said already what is wrong with the usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`${lineOf(error)}\n`)
    return 1
  }
}

function lineOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  // The server says it after "Cannot start: ".
  return error instanceof StoreRefused ? `${line.charAt(0).toUpperCase()}${line.slice(1)}` : line
}
