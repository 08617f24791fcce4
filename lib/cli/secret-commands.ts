import type { Command } from 'commander'

import { forgetOlderSecrets, panelSecretsOf, replacePanelSecret } from '@/lib/panel/secrets/panel-secrets'
import { resealAll, type ResealCounts } from '@/lib/panel/secrets/reseal'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'

import { CommandFailure, type CommandContext, recordCommand, withCommandContext } from './command-context'
import { print } from './terminal'

export function addSecretCommands(program: Command): void {
  program
    .command('secret')
    .description('PANEL_SECRET, or panel-secret in DATA_DIR')
    .command('rotate')
    .description(
      'creates a new stored secret, or replaces PANEL_SECRET_PREVIOUS by PANEL_SECRET, and encrypts everything again',
    )
    .action(() => withCommandContext(rotate))
}

const EXPIRES = [
  'cookies, links in e-mails already sent and masked values in open pages can be read with the previous secret as long as it is stored',
  'an import that a browser has not finished sending starts again; an open sign-in page must be reloaded',
]

async function rotate(context: CommandContext): Promise<void> {
  const { env, dependencies } = context
  const isStoredSecret = env.panelSecret === undefined
  if (!isStoredSecret && env.previousPanelSecret === undefined) {
    throw new CommandFailure(
      'Set PANEL_SECRET to the new secret and PANEL_SECRET_PREVIOUS to the old one, restart the server, and run this again',
    )
  }
  if (isStoredSecret) replacePanelSecret(env.dataDir)
  const secrets = panelSecretsOf(env)
  const counts = await dependencies.storage.db.transaction().execute((db) => resealAll(db, secrets))
  print(`keys of accounts: ${wordsOf(counts.accounts)}`)
  print(`authenticator apps: ${wordsOf(counts.authenticator_apps)}`)
  print(`access keys of archives: ${wordsOf(counts.archive_access_keys)}`)
  print(`secret keys of archives: ${wordsOf(counts.archive_secret_keys)}`)
  for (const line of EXPIRES) print(line)
  const kinds = Object.values(counts)
  const lost = kinds.flatMap((kind) => kind.lost)
  await recordInAll(
    context,
    kinds.reduce((sum, { resealed }) => sum + resealed, 0),
  )
  if (lost.length > 0) {
    for (const { id } of lost) print(`${id}: encrypted with an unknown secret; it was not changed`)
    throw new CommandFailure(`${lost.length} could not be opened`)
  }
  if (isStoredSecret) forgetOlderSecrets(env.dataDir)
  print(
    isStoredSecret
      ? 'the previous secret is in panel-secret.previous'
      : 'PANEL_SECRET_PREVIOUS is needed only for cookies and links',
  )
}

const wordsOf = ({ resealed, present, lost }: ResealCounts): string =>
  `${resealed} sealed again, ${present} were already, ${lost.length} cannot be opened`

/** The audit log of every account shows when the secret was changed. */
async function recordInAll(context: CommandContext, resealed: number): Promise<void> {
  const accounts = await listAccountRows(context.dependencies.storage.db)
  for (const { id: accountId } of accounts) {
    await recordCommand(context, { accountId, action: 'secret.rotate', after: { resealed } })
  }
}
