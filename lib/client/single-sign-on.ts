import * as z from 'zod'

const csrf = z.object({ csrfToken: z.string() })
const started = z.object({ url: z.string() })

type Journey = {
  /** Path of this panel to come back to. */
  readonly from: string
  /** The person has to show there who they are, however short ago they did: the new session is then proved anew. */
  readonly proves?: boolean
}

/** Leads to the identity provider. Throws when it cannot be reached from the panel. */
export async function goToProvider({ from, proves = false }: Journey): Promise<void> {
  const answer = await fetch('/api/auth/csrf', { cache: 'no-store' })
  const { csrfToken } = csrf.parse(await answer.json())
  const asked = proves ? '?prompt=login&max_age=0' : ''
  const body = new URLSearchParams({ csrfToken, callbackUrl: from, json: 'true' })
  const way = await fetch(`/api/auth/signin/oidc${asked}`, { method: 'POST', body })
  window.location.assign(started.parse(await way.json()).url)
}
