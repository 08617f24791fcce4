import { type Command, InvalidArgumentError } from 'commander'

import { createKeyForAccount, deactivateKey, listKeys } from '@/lib/service/accounts/accounts'

import { requireAccount } from './account-commands'
import { CommandFailure, recordCommand, type CommandContext, withCommandContext } from './command-context'
import { print, printTable } from './terminal'

type OfAccount = { account: string }
type Creation = OfAccount & { name: string }

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys of the embedded service')
  key
    .command('create')
    .description('prints the key and nothing else; it is not kept and cannot be shown again')
    .requiredOption('--account <slug>', 'whose key')
    .requiredOption('--name <name>', 'what it is for', nameOf)
    .action((creation: Creation) => withCommandContext((at) => create(at, creation)))
  key
    .command('list')
    .description('id, prefix … last four, state, last use, name')
    .requiredOption('--account <slug>', 'whose keys')
    .action((of: OfAccount) => withCommandContext((at) => list(at, of)))
  key
    .command('deactivate')
    .argument('<key>', 'id or prefix')
    .requiredOption('--account <slug>', 'whose key')
    .action((input: string, of: OfAccount) => withCommandContext((at) => deactivate(at, input, of)))
}

async function create(at: CommandContext, { account, name }: Creation): Promise<void> {
  const { id } = await requireEmbeddedAccount(at, account)
  const { key, secret } = await createKeyForAccount(at.dependencies, id, name)
  const after = { name, prefix: key.prefix, last_four: key.last_four }
  await recordCommand(at, { accountId: id, action: 'keys.create', target: key.id, after })
  print(secret)
}

async function list(at: CommandContext, { account }: OfAccount): Promise<void> {
  const { id } = await requireEmbeddedAccount(at, account)
  const keys = await listKeys(at.dependencies, id)
  printTable(
    keys.map((key) => [
      key.id,
      `${key.prefix}…${key.last_four}`,
      key.deactivated_at ? 'deactivated' : 'active',
      key.last_used_at ?? 'never used',
      key.name,
    ]),
  )
}

async function deactivate(at: CommandContext, input: string, { account }: OfAccount): Promise<void> {
  const { id } = await requireEmbeddedAccount(at, account)
  const key = await deactivateKey(at.dependencies, id, input)
  if (!key) throw new CommandFailure(`Account ${account} has no key ${input}`)
  await recordCommand(at, { accountId: id, action: 'keys.deactivate', target: key.id, after: { name: key.name } })
}

function requireEmbeddedAccount(at: CommandContext, slug: string) {
  if (at.env.remote) throw new CommandFailure('With REGISTERS_API_URL keys are made by the remote service')
  return requireAccount(at, slug)
}

function nameOf(value: string): string {
  const name = value.trim()
  if (name.length > 0 && name.length <= 80) return name
  throw new InvalidArgumentError('A name has 1 to 80 characters.')
}
