import { type Command, InvalidArgumentError, Option } from 'commander'

import { usageLimits, type UsageLimits } from '@/lib/contract/usage'
import {
  type AccountChange,
  createAccount,
  findAccountNamed,
  listAccounts,
  setPlan,
  SlugTaken,
} from '@/lib/service/accounts'
import type { Account } from '@/lib/service/context'
import { type LimitOverrides, type PlanTier, plans } from '@/lib/service/plans'

import { panelSecretOf } from '../kept-secrets'
import { insertRemoteAccount } from '../remote-accounts'
import { printTable, readSecret } from './terminal'
import { CommandFailure, recordDeed, type Workplace, withWorkplace } from './workplace'

const tiers = Object.keys(plans)
const limitKeys = Object.keys(usageLimits.shape)
/** Sound: `plans` has exactly the keys of PlanTier. */
const isTier = (value: string): value is PlanTier => value in plans
const isLimit = (value: string): value is keyof UsageLimits => value in usageLimits.shape

type Creation = {
  name?: string
  plan?: PlanTier
  limit?: LimitOverrides
  trial?: boolean
  inactive?: boolean
  apiKeyStdin?: boolean
}

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts of the service')
  account
    .command('list')
    .description('slug, plan, state, limits of its own, name')
    .action(() => withWorkplace(list))
  account
    .command('create')
    .argument('<slug>', 'lower-case letters, digits and dashes', slugOf)
    .option('--name <name>', 'display name')
    .option('--plan <plan>', tiers.join(', '), tierOf)
    .option(
      '--limit <key=value>',
      `override a limit, may repeat (${limitKeys.join(', ')}; value a number or none)`,
      addLimit,
    )
    .addOption(new Option('--trial', 'on trial').conflicts('inactive'))
    .option('--inactive', 'subscription ended')
    .option('--api-key-stdin', 'remote mode: the key of the account, read from standard input')
    .action((slug: string, creation: Creation) => withWorkplace((at) => create(at, slug, creation)))
  account
    .command('set-plan')
    .argument('<slug>')
    .argument('<plan>', tiers.join(', '), tierOf)
    .option('--limit <key=value>', 'override a limit as well, may repeat', addLimit)
    .action((slug: string, plan: PlanTier, { limit }: Creation) =>
      withWorkplace((at) => changePlan(at, slug, { plan, ...(limit && { limits: limit }) })),
    )
}

async function changePlan(at: Workplace, slug: string, change: AccountChange): Promise<void> {
  const before = await requireAccount(at, slug)
  const after = await setPlan(at.dependencies, slug, change)
  if (!after) throw noAccount(slug)
  const told = ({ plan, limits }: Account) => ({ plan, limits })
  await recordDeed(at, { accountId: after.id, action: 'accounts.setPlan', before: told(before), after: told(after) })
}

async function list({ dependencies }: Workplace): Promise<void> {
  const accounts = await listAccounts(dependencies)
  printTable(accounts.map(({ slug, plan, state, name }) => [slug, plan, state, name]))
}

async function create(at: Workplace, slug: string, creation: Creation): Promise<void> {
  if (at.env.remote) return createRemote(at, slug, creation)
  const { name = slug, plan, limit, apiKeyStdin } = creation
  if (apiKeyStdin)
    throw new CommandFailure('--api-key-stdin needs REGISTERS_API_URL: the embedded service makes its own keys')
  if (!plan) throw new CommandFailure(`--plan is required: ${tiers.join(', ')}`)
  const account = { slug, name, plan, state: stateOf(creation) }
  const { id } = await createAccount(at.dependencies, limit ? { ...account, limits: limit } : account)
  await recordDeed(at, { accountId: id, action: 'accounts.create', after: account })
}

function stateOf({ trial, inactive }: Creation): Account['state'] {
  if (trial) return 'trial'
  return inactive ? 'inactive' : 'active'
}

async function createRemote(at: Workplace, slug: string, { name = slug, apiKeyStdin }: Creation): Promise<void> {
  if (!apiKeyStdin) throw new CommandFailure('With REGISTERS_API_URL an account brings its key: --api-key-stdin')
  const { storage, clock } = at.dependencies
  const key = { apiKey: await readSecret('The API key'), secret: panelSecretOf(at.env) }
  const made = await insertRemoteAccount(storage.db, { slug, name, key }, clock())
  if (!made) throw new SlugTaken(`There is already an account ${slug}`)
}

export async function requireAccount({ dependencies }: Workplace, slug: string): Promise<Account> {
  const account = await findAccountNamed(dependencies, slug)
  if (!account) throw noAccount(slug)
  return account
}

const noAccount = (slug: string) => new CommandFailure(`There is no account ${slug}`)

function slugOf(value: string): string {
  if (/^[a-z0-9](-?[a-z0-9]){0,62}$/.test(value)) return value
  throw new InvalidArgumentError('Use lower-case letters, digits and single dashes.')
}

function tierOf(value: string): PlanTier {
  if (isTier(value)) return value
  throw new InvalidArgumentError(`Choose one of ${tiers.join(', ')}.`)
}

function addLimit(value: string, known: LimitOverrides = {}): LimitOverrides {
  const [, key = '', amount = ''] = /^(\w+)=(\d{1,15}|none)$/.exec(value) ?? []
  if (!isLimit(key)) throw new InvalidArgumentError(`Write key=value with a key of ${limitKeys.join(', ')}.`)
  return { ...known, [key]: amount === 'none' ? null : Number(amount) }
}
