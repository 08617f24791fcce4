import { Argument, type Command, InvalidArgumentError, Option } from 'commander'

import { usageLimits, type UsageLimits } from '@/lib/contract/usage'
import { dailyFigures, dailyPools, pools } from '@/lib/domain/usage/pools'
import { anchorDeletedLog, anchorTargetOf } from '@/lib/features/audit/audit-anchors'
import type { AuditAction, AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { deleteAccount } from '@/lib/features/members/delete-account'
import { slugPattern } from '@/lib/features/setup/contract'
import { insertRemoteAccount, REMOTE_SLUG } from '@/lib/panel/remote-accounts'
import { panelSecretsOf } from '@/lib/panel/secrets/panel-secrets'
import {
  type AccountChange,
  createAccount,
  findAccountNamed,
  listAccounts,
  setPlan,
  SlugTaken,
} from '@/lib/service/accounts/accounts'
import type { Account } from '@/lib/service/http/context'
import { type LimitOverrides, type PlanTier, plans } from '@/lib/service/metering/plans'

import { CommandFailure, recordCommand, type CommandContext, withCommandContext } from './command-context'
import { print, printTable, readSecret } from './terminal'

const tiers = Object.keys(plans)
const states = ['active', 'inactive', 'trial'] as const satisfies readonly Account['state'][]
const limitKeys = Object.keys(usageLimits.shape)
const limitWords = `${limitKeys.join(', ')}; value a number, none (not for ${dailyFigures.join(', ')}), or plan for the plan's own`
/** Safe: `plans` has exactly the keys of PlanTier. */
const isTier = (value: string): value is PlanTier => value in plans
const isLimit = (value: string): value is keyof UsageLimits => value in usageLimits.shape

type Removal = { confirm?: string; withBooks?: boolean }

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
    .description('slug, plan, state, limits that are not the plan’s, name')
    .action(() => withCommandContext(list))
  account
    .command('create')
    .argument('<slug>', 'lower-case letters, digits and dashes', slugOf)
    .option('--name <name>', 'display name')
    .option('--plan <plan>', tiers.join(', '), tierOf)
    .option('--limit <key=value>', `override a limit, may repeat (${limitWords})`, addLimit)
    .addOption(new Option('--trial', 'on trial').conflicts('inactive'))
    .option('--inactive', 'subscription ended')
    .option('--api-key-stdin', 'remote mode: the key of the account, read from standard input')
    .action((slug: string, creation: Creation) => withCommandContext((context) => create(context, slug, creation)))
  account
    .command('delete')
    .description('deletes an account with its files and the people who are in no other; its books stay')
    .argument('<slug>')
    .option('--confirm <slug>', 'its slug again')
    .option('--with-books', 'the audit log, the ledger and the statements too, which may have to be kept by law')
    .action((slug: string, removal: Removal) => withCommandContext((context) => remove(context, slug, removal)))
  account
    .command('set-plan')
    .argument('<slug>')
    .argument('<plan>', tiers.join(', '), tierOf)
    .option('--limit <key=value>', 'override a limit as well, may repeat', addLimit)
    .action((slug: string, plan: PlanTier, { limit }: Creation) =>
      withCommandContext((context) => change(context, slug, planSetting({ plan, ...(limit && { limits: limit }) }))),
    )
  account
    .command('set-state')
    .argument('<slug>')
    .addArgument(new Argument('<state>').choices(states))
    .action((slug: string, state: Account['state']) =>
      withCommandContext((context) => change(context, slug, stateSetting(state))),
    )
  account
    .command('set-limit')
    .argument('<slug>')
    .argument('<key=value...>', limitWords, addLimit)
    .action((slug: string, limits: LimitOverrides) =>
      withCommandContext((context) => change(context, slug, limitsSetting(limits))),
    )
}

async function remove(context: CommandContext, slug: string, { confirm, withBooks = false }: Removal): Promise<void> {
  if (confirm !== slug) throw new CommandFailure(`Use --confirm ${slug} to delete the account ${slug} permanently`)
  if (context.env.remote && slug === REMOTE_SLUG) {
    throw new CommandFailure(
      'The account of REGISTERS_API_KEY comes back with the next start; take the key away instead',
    )
  }
  const { storage, clock, log } = context.dependencies
  const { id } = await requireAccount(context, slug)
  // The end is anchored before the deletion, which distinguishes a deleted account's log from one that somebody
  // removed.
  const place = anchorTargetOf(context.env.auditAnchorFile)
  if (withBooks) await anchorDeletedLog({ storage, place, log, now: clock() }, id)
  const deletion = await deleteAccount(storage, context.env.dataDir, { slug, actor: 'cli', now: clock(), withBooks })
  if (!deletion) throw noAccount(slug)
  printTable(Object.entries(deletion.rows).map(([table, rows]) => [String(rows), table]))
  print(`${deletion.files} report files; people who were in no other account: ${deletion.people.join(', ') || 'none'}`)
  print(
    withBooks
      ? 'nothing of it is left'
      : 'the audit log, the ledger and the statements stay, as deleted-… in account list',
  )
}

type Setting = {
  readonly change: AccountChange
  readonly action: AuditAction
  /** Details of the audit entry, before and after. */
  readonly auditDetails: (account: Account) => AuditDetails
}

const planSetting = (to: AccountChange): Setting => ({
  change: to,
  action: 'accounts.setPlan',
  auditDetails: ({ plan, limits }) => ({ plan, limits }),
})
const stateSetting = (to: Account['state']): Setting => ({
  change: { state: to },
  action: 'accounts.setState',
  auditDetails: ({ state }) => ({ state }),
})
const limitsSetting = (to: LimitOverrides): Setting => ({
  change: { limits: to },
  action: 'accounts.setLimits',
  auditDetails: ({ limits }) => ({ limits }),
})

async function change(
  context: CommandContext,
  slug: string,
  { change: to, action, auditDetails }: Setting,
): Promise<void> {
  if (context.env.remote)
    throw new CommandFailure('With REGISTERS_API_URL plan, state and limits are the remote service’s')
  const before = await requireAccount(context, slug)
  const after = await setPlan(context.dependencies, slug, to)
  if (!after) throw noAccount(slug)
  await recordCommand(context, {
    accountId: after.id,
    action,
    before: auditDetails(before),
    after: auditDetails(after),
  })
}

async function list({ dependencies }: CommandContext): Promise<void> {
  const accounts = await listAccounts(dependencies)
  printTable(accounts.map((account) => [account.slug, account.plan, account.state, ownLimits(account), account.name]))
}

/** The overrides in the form in which they are entered: `lookups=20,rdf=none`. */
function ownLimits({ plan, limits }: Account): string {
  const overrides = limitKeys.filter(isLimit).filter((key) => limits[key] !== plans[plan].limits[key])
  return overrides.length === 0 ? '-' : overrides.map((key) => `${key}=${limits[key] ?? 'none'}`).join(',')
}

async function create(context: CommandContext, slug: string, creation: Creation): Promise<void> {
  if (context.env.remote) return createRemote(context, slug, creation)
  const { name = slug, plan, limit, apiKeyStdin } = creation
  if (apiKeyStdin)
    throw new CommandFailure('--api-key-stdin needs REGISTERS_API_URL: the embedded service makes its own keys')
  if (!plan) throw new CommandFailure(`--plan is required: ${tiers.join(', ')}`)
  const account = { slug, name, plan, state: stateOf(creation) }
  const { id } = await createAccount(context.dependencies, limit ? { ...account, limits: limit } : account)
  await recordCommand(context, { accountId: id, action: 'accounts.create', after: account })
}

function stateOf({ trial, inactive }: Creation): Account['state'] {
  if (trial) return 'trial'
  return inactive ? 'inactive' : 'active'
}

async function createRemote(
  context: CommandContext,
  slug: string,
  { name = slug, apiKeyStdin }: Creation,
): Promise<void> {
  if (!apiKeyStdin) throw new CommandFailure('With REGISTERS_API_URL an account brings its key: --api-key-stdin')
  const { storage, clock } = context.dependencies
  const key = { apiKey: await readSecret('The API key'), secret: panelSecretsOf(context.env).current() }
  const isCreated = await insertRemoteAccount(storage.db, { slug, name, key }, clock())
  if (!isCreated) throw new SlugTaken(`There is already an account ${slug}`)
}

export async function requireAccount({ dependencies }: CommandContext, slug: string): Promise<Account> {
  const account = await findAccountNamed(dependencies, slug)
  if (!account) throw noAccount(slug)
  return account
}

const noAccount = (slug: string) => new CommandFailure(`There is no account ${slug}`)

function slugOf(value: string): string {
  if (slugPattern.test(value)) return value
  throw new InvalidArgumentError('Use lower-case letters, digits and single dashes.')
}

function tierOf(value: string): PlanTier {
  if (isTier(value)) return value
  throw new InvalidArgumentError(`Choose one of ${tiers.join(', ')}.`)
}

function addLimit(value: string, before: LimitOverrides = {}): LimitOverrides {
  const [, key = '', amount = ''] = /^(\w+)=(\d{1,15}|none|plan)$/.exec(value) ?? []
  if (!isLimit(key)) throw new InvalidArgumentError(`Write key=value with a key of ${limitKeys.join(', ')}.`)
  const limit = limitOf(amount)
  const daily = dailyPools.find((pool) => pools[pool].figure === key)
  if (limit === null && daily) throw new InvalidArgumentError(`The ${pools[daily].englishName} always has a limit.`)
  return { ...before, [key]: limit }
}

/** Undefined removes an override. */
function limitOf(amount: string): number | null | undefined {
  if (amount === 'plan') return undefined
  return amount === 'none' ? null : Number(amount)
}
