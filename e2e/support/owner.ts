import { type Panel, PASSWORD } from './panel'

/** The same as `makeOwner` of `accounts.ts`, by the operator's command line: for a panel over PostgreSQL. */
export function makeOwnerByCommand(panel: Panel, slug: string, options: readonly string[] = ['--plan', 'pro']) {
  panel.admin(['account', 'create', slug, '--name', slug, ...options])
  const email = `owner@${slug}.test` as const
  panel.admin(['user', 'create', email, '--account', slug, '--role', 'owner', '--password-stdin'], PASSWORD)
  return email
}
