import { type Panel, PASSWORD } from './panel'

/** The owner of a new account that only this test uses, on the plan Pro by default. */
export function makeOwner(panel: Panel, slug: string, options: readonly string[] = ['--plan', 'pro']) {
  panel.admin(['account', 'create', slug, '--name', slug, ...options])
  const email = `owner@${slug}.test` as const
  panel.admin(['user', 'create', email, '--account', slug, '--role', 'owner', '--password-stdin'], PASSWORD)
  return email
}
