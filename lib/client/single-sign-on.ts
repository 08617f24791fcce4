import * as z from 'zod'

const csrf = z.object({ csrfToken: z.string() })
const signInAnswer = z.object({ url: z.string() })

type ProviderSignIn = {
  /** Path of this panel to return to. */
  readonly from: string
  /** The person has to sign in there again, even after a recent sign-in, so that the new session counts as proved. */
  readonly proves?: boolean
}

/** Navigates to the identity provider. Throws when the panel cannot reach it. */
export async function goToProvider({ from, proves = false }: ProviderSignIn): Promise<void> {
  const answer = await fetch('/api/auth/csrf', { cache: 'no-store' })
  const { csrfToken } = csrf.parse(await answer.json())
  const query = proves ? '?prompt=login&max_age=0' : ''
  const body = new URLSearchParams({ csrfToken, callbackUrl: from, json: 'true' })
  const redirect = await fetch(`/api/auth/signin/oidc${query}`, { method: 'POST', body })
  window.location.assign(signInAnswer.parse(await redirect.json()).url)
}
