import type { Command } from 'commander'

import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import {
  anchorTargetOf,
  anchorLogs,
  type AnchorFileContent,
  type AuditAnchor,
  readAnchors,
} from '@/lib/features/audit/audit-anchors'
import { listEntriesOfPerson } from '@/lib/features/audit/statements/audit'
import { auditKeyOf } from '@/lib/features/audit/statements/audit-key'
import { beginNewAuditKey } from '@/lib/features/audit/use-audit-key'
import { type AuditCheck, type AuditProblem, verifyAudit } from '@/lib/features/audit/verify-audit'
import { hashIn } from '@/lib/features/personal-data/record-persons'
import { auditKeyIn } from '@/lib/panel/secrets/stored-secrets'
import { listAccounts } from '@/lib/service/accounts/accounts'
import type { Account } from '@/lib/service/http/context'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'

import { requireAccount } from './account-commands'
import { CommandFailure, type CommandContext, withCommandContext, withoutAuditKey } from './command-context'
import { print, printTable, readSecret } from './terminal'

type Verification = { account?: string; anchors?: string }

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('audit log of the panel')
  audit
    .command('verify')
    .description('recomputes the log of every account, one line each; exit code 1 when one is broken')
    .option('--account <slug>', 'of one account only')
    .option('--anchors <file>', 'compare the logs with the anchors in this file (default: AUDIT_ANCHOR_FILE)')
    .action((options: Verification) => withCommandContext((context) => verifyChains(context, options)))
  audit
    .command('find-person')
    .description('entries about the PESEL on standard input, by its keyed hash: revealed, exported, queried')
    .requiredOption('--account <slug>', 'in the log of this account')
    .action(({ account }: { account: string }) => withCommandContext((context) => findPerson(context, account)))
  audit
    .command('anchor')
    .description('appends an anchor of every log to AUDIT_ANCHOR_FILE now')
    .action(() => withCommandContext(anchorNow))
  audit
    .command('new-key')
    .description('where the key of the log is lost: begins with AUDIT_KEY, or with a new audit-key in DATA_DIR')
    .action(() => withoutAuditKey(newKey))
}

async function verifyChains(context: CommandContext, { account, anchors: file }: Verification): Promise<void> {
  const accounts =
    account === undefined ? await listAccounts(context.dependencies) : [await requireAccount(context, account)]
  const read = await anchorsOf(context, file)
  const deletedSlugs = account === undefined ? deletedAccounts(read?.anchors ?? [], accounts) : []
  for (const slug of deletedSlugs) print(`${slug}: has anchors, and is not in the database`)
  let broken = deletedSlugs.length
  for (const each of accounts) if (!(await verifyOne(context, each, read?.anchors))) broken += 1
  printAnchorNotes(read)
  if (broken > 0) throw new CommandFailure(`${broken} of ${accounts.length + deletedSlugs.length} logs are broken`)
}

function printAnchorNotes(read: AnchorFileContent | undefined): void {
  if (read === undefined) print('no anchors were compared: an older state of the whole database would appear intact')
  for (const line of read?.foreign ?? []) {
    print(`line ${line} of the anchors was not created with this key; it was ignored`)
  }
}

async function verifyOne({ dependencies }: CommandContext, account: Account, anchors?: readonly AuditAnchor[]) {
  const check = await verifyAudit(dependencies.storage, account.id, anchors)
  print(`${account.slug}: ${wordsOf(check)}`)
  return check.problem === null
}

async function anchorsOf({ env, dependencies }: CommandContext, file = env.auditAnchorFile) {
  if (file === undefined) return undefined
  try {
    return await readAnchors(file, auditKeyOf(dependencies.storage.db))
  } catch (error) {
    throw new CommandFailure(`The anchors cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function deletedAccounts(anchors: readonly AuditAnchor[], accounts: readonly Account[]): string[] {
  const present = new Set(accounts.map(({ id }) => id))
  const ended = new Set(anchors.filter(({ ended_by }) => ended_by === 'deletion').map(({ account }) => account))
  const missing = anchors.filter(({ account }) => !present.has(account) && !ended.has(account))
  return [...new Set(missing.map(({ slug, account }) => slug || account))]
}

const problems: Readonly<Record<AuditProblem, string>> = {
  entry: 'it was changed or is missing',
  end: 'the end of the log is not the one that the panel recorded',
  seal: 'the sealed record of the end was changed',
  anchor: 'an anchor differs',
}

function wordsOf({ entries, brokenAt, problem, keptFrom, keyedFrom, anchors }: AuditCheck): string {
  if (problem !== null) return `broken at entry ${brokenAt ?? entries + 1} (${problems[problem]})`
  const words = [`${entries} entries, intact`]
  if (keptFrom > 1) words.push(`1 to ${keptFrom - 1} deleted after the retention period`)
  if (keyedFrom > 1) words.push(`under this key from ${keyedFrom} on`)
  if (anchors !== null) words.push(`matching anchors: ${anchors}`)
  return words.join('; ')
}

async function findPerson(context: CommandContext, slug: string): Promise<void> {
  const { storage } = context.dependencies
  const { id } = await requireAccount(context, slug)
  const checked = checkIdentifier('pesel', await readSecret('The PESEL'))
  if (!checked.ok) throw new CommandFailure('That is not a PESEL')
  const hash = hashIn((await recordedValuesOf(storage.db, id)).value('pesel', checked.value))
  const entries = await listEntriesOfPerson(storage.db, id, hash)
  printTable(entries.map(({ number, at: when, actor, action }) => [String(number), when, actor, action]))
}

async function anchorNow({ env, dependencies }: CommandContext): Promise<void> {
  const { storage, clock, log } = dependencies
  const place = anchorTargetOf(env.auditAnchorFile)
  if (place.file === undefined) throw new CommandFailure('AUDIT_ANCHOR_FILE is not set')
  await anchorLogs({ storage, place, log, now: clock() })
  if (place.isFailing()) throw new CommandFailure(`The anchors could not be written to ${place.file}`)
}

async function newKey({ env, dependencies }: CommandContext): Promise<void> {
  const newKeys = await beginNewAuditKey(dependencies.storage, auditKeyIn(env), dependencies.clock())
  for (const { slug, keyedFrom } of newKeys) print(`${slug}: under the new key from entry ${keyedFrom} on`)
}
