import 'server-only'
import { setupRequest } from '@/lib/features/setup/contract'
import type { SetUpResult } from '@/lib/features/setup/set-up'
import { HttpError, invalidBody } from '@/lib/http/errors'
import { readInput } from '@/lib/http/read-input'

import { setUpWith } from './setup'

const MAX_BODY_BYTES = 10_000

/**
 * `POST /api/setup`. Throws 403 for a wrong token, 409 when it is set up already or a name is taken, 413, 415, 422 and
 * 429.
 */
export async function answerSetup(request: Request): Promise<{ account: string; owner: string }> {
  const { body } = await readInput(request, { body: setupRequest, maxBodyBytes: MAX_BODY_BYTES }, {})
  const result = await setUpWith(setupRequest.parse(body), request.headers)
  if (result.state === 'done') return { account: result.slug, owner: result.email }
  throw refusalOf(result)
}

function refusalOf(result: Exclude<SetUpResult, { readonly state: 'done' }>): HttpError {
  switch (result.state) {
    case 'set_up':
      return new HttpError('conflict', 'This installation is set up already; nothing was changed')
    case 'token':
      return new HttpError('setup_token', 'The set-up token is wrong, or was used already')
    case 'wait':
      return new HttpError('rate_limited', 'Too many wrong set-up tokens', { headers: retryAfter(result.retryAfterS) })
    case 'busy':
      return new HttpError('rate_limited', 'Too many people are doing this right now', { headers: retryAfter(5) })
    case 'slug_taken':
      return new HttpError('conflict', 'There is already an account with this slug')
    case 'email_taken':
      return new HttpError('conflict', 'There is already a user with this e-mail')
    case 'no_account':
      return invalidBody(['account'], 'Name the account')
    case 'provider_account':
      return invalidBody(['account', 'slug'], 'OIDC_ACCOUNT names another account')
    case 'password':
      return invalidBody(['owner', 'password'], `The password cannot be used: ${result.fault}`)
  }
}

const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
