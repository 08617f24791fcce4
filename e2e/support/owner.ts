import { type Panel, PASSWORD } from './panel'

/** An owner of an account that nobody else looks at, on the plan Pro unless told otherwise. */
export function makeOwner(panel: Panel, slug: string, options: readonly string[] = ['--plan', 'pro']) {
  panel.admin(['account', 'create', slug, '--name', slug, ...options])
  const email = `owner@${slug}.test` as const
  panel.admin(['user', 'create', email, '--account', slug, '--role', 'owner', '--password-stdin'], PASSWORD)
  return email
}
