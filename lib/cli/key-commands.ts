import { type Command, InvalidArgumentError } from 'commander'

import { keyAddress } from '@/lib/contract/keys'
import { instant } from '@/lib/contract/values'
import { dayBounds, parseDay } from '@/lib/domain/calendar'
import { DEFAULT_KEY_OVERLAP, type KeyOverlap, keyOverlaps, type KeyScope, keyScopes } from '@/lib/domain/key-scopes'
import { keyDetails, rotationDetails } from '@/lib/features/audit/audited-operations'
import { createKeyForAccount, deactivateKey, listKeys, rotateKeyOfAccount } from '@/lib/service/accounts/accounts'
import { isKeyExpired } from '@/lib/service/accounts/key-limits'
import { toApiKey } from '@/lib/service/accounts/keys'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'

import { requireAccount } from './account-commands'
import { CommandFailure, recordCommand, type CommandContext, withCommandContext } from './command-context'
import { print, printTable } from './terminal'

type AccountOption = { account: string }
type Creation = AccountOption & { name: string; expires?: string; scope?: KeyScope[]; address?: string[] }
type Rotation = AccountOption & { overlap: KeyOverlap }

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys of the embedded service')
  key
    .command('create')
    .description('prints only the key; it is not stored and cannot be shown again')
    .requiredOption('--account <slug>', 'whose key')
    .requiredOption('--name <name>', 'what it is for', nameOf)
    .option('--expires <day or instant>', 'refused from then on, e.g. 2027-01-31 or 2027-01-31T12:00:00Z', expiryOf)
    .option('--scope <restriction...>', `what it may not do: ${keyScopes.join(', ')}`, scopeOf)
    .option('--address <address...>', 'where it may be used from: addresses or ranges, e.g. 10.0.0.0/8', addressOf)
    .action((creation: Creation) => withCommandContext((context) => create(context, creation)))
  key
    .command('list')
    .description('id, prefix … last four, state, last use and what was called, name')
    .requiredOption('--account <slug>', 'whose keys')
    .action((options: AccountOption) => withCommandContext((context) => list(context, options)))
  key
    .command('rotate')
    .description('creates a successor with the same settings, and prints only its key')
    .argument('<key>', 'id or prefix')
    .requiredOption('--account <slug>', 'whose key')
    .option(
      '--overlap <minutes>',
      `how long the old one works on: ${keyOverlaps.join(', ')}`,
      overlapOf,
      DEFAULT_KEY_OVERLAP,
    )
    .action((input: string, rotation: Rotation) => withCommandContext((context) => rotate(context, input, rotation)))
  key
    .command('deactivate')
    .argument('<key>', 'id or prefix')
    .requiredOption('--account <slug>', 'whose key')
    .action((input: string, options: AccountOption) =>
      withCommandContext((context) => deactivate(context, input, options)),
    )
}

async function create(context: CommandContext, { account, name, expires, scope, address }: Creation): Promise<void> {
  const { id } = await requireEmbeddedAccount(context, account)
  const settings = { name, expires_at: expires, scope, addresses: address }
  const { key, secret } = await createKeyForAccount(context.dependencies, id, settings)
  await recordCommand(context, {
    accountId: id,
    action: 'keys.create',
    target: key.id,
    after: keyDetails(toApiKey(key)),
  })
  print(secret)
}

async function rotate(context: CommandContext, input: string, { account, overlap }: Rotation): Promise<void> {
  const { id } = await requireEmbeddedAccount(context, account)
  const rotated = await rotateKeyOfAccount(context.dependencies, id, { idOrPrefix: input, overlapMinutes: overlap })
  if (!rotated) throw new CommandFailure(`Account ${account} has no key ${input}`)
  const { row, secret, replaced } = rotated
  const after = rotationDetails(toApiKey(row), toApiKey(replaced))
  await recordCommand(context, { accountId: id, action: 'keys.rotate', target: row.id, after })
  print(secret)
}

async function list(context: CommandContext, { account }: AccountOption): Promise<void> {
  const { id } = await requireEmbeddedAccount(context, account)
  const keys = await listKeys(context.dependencies, id)
  printTable(
    keys.map((key) => [
      key.id,
      `${key.prefix}…${key.last_four}`,
      stateOf(key, context.dependencies.clock()),
      key.last_used_at ? `${key.last_used_at} ${key.last_operation ?? ''}`.trimEnd() : 'never used',
      key.name,
    ]),
  )
}

async function deactivate(context: CommandContext, input: string, { account }: AccountOption): Promise<void> {
  const { id } = await requireEmbeddedAccount(context, account)
  const key = await deactivateKey(context.dependencies, id, input)
  if (!key) throw new CommandFailure(`Account ${account} has no key ${input}`)
  await recordCommand(context, { accountId: id, action: 'keys.deactivate', target: key.id, after: { name: key.name } })
}

function stateOf(key: ApiKeyTable, now: Date): string {
  if (key.deactivated_at !== null) return 'deactivated'
  if (isKeyExpired(key, now)) return 'expired'
  if (key.expires_at === null) return 'active'
  return `${key.replaced_by === null ? 'active' : 'replaced, works'} until ${key.expires_at}`
}

function requireEmbeddedAccount(context: CommandContext, slug: string) {
  if (context.env.remote) throw new CommandFailure('With REGISTERS_API_URL keys are made by the remote service')
  return requireAccount(context, slug)
}

function nameOf(value: string): string {
  const name = value.trim()
  if (name.length > 0 && name.length <= 80) return name
  throw new InvalidArgumentError('A name has 1 to 80 characters.')
}

/** For a day, the key expires at its end in Warsaw. */
function expiryOf(value: string): string {
  const day = parseDay(value)
  const read = instant.safeParse(day === null ? value : dayBounds(day).end)
  if (read.success) return new Date(read.data).toISOString()
  throw new InvalidArgumentError('A day or an instant, e.g. 2027-01-31 or 2027-01-31T12:00:00Z.')
}

function scopeOf(value: string, before: KeyScope[] = []): KeyScope[] {
  const scope = keyScopes.find((each) => each === value)
  if (scope) return [...before, scope]
  throw new InvalidArgumentError(`One of ${keyScopes.join(', ')}.`)
}

function addressOf(value: string, before: string[] = []): string[] {
  const read = keyAddress.safeParse(value)
  if (read.success) return [...before, read.data]
  throw new InvalidArgumentError(`${read.error.issues[0]?.message ?? 'Not an address'}.`)
}

function overlapOf(value: string): KeyOverlap {
  const overlap = keyOverlaps.find((each) => String(each) === value)
  if (overlap !== undefined) return overlap
  throw new InvalidArgumentError(`Minutes: one of ${keyOverlaps.join(', ')}.`)
}
