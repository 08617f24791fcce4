import * as z from 'zod'

import { everyone, operationsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelDefaults } from '@/lib/contract/panel-operation'
import { noAnswer } from '@/lib/contract/values'

import { passkeyAnswer, passkeyChallenge } from './second-factor'

/** A code of an authenticator app, or a recovery code. */
export const secretCode = z.string().trim().min(1).max(40)

const proofBody = z.discriminatedUnion('by', [
  z.object({ by: z.literal('password'), password: z.string().min(1).max(1000) }),
  z.object({ by: z.literal('code'), code: secretCode }),
  z.object({ by: z.literal('passkey'), challenge_id: z.string().max(100), answer: passkeyAnswer }),
])
export type Proof = z.output<typeof proofBody>

const proofDefaults = operationsFor(
  { ...panelDefaults, unmasked: true, isBeforeSecondFactor: true, idempotent: false },
  everyone,
).post

/** Re-authentication before a sensitive action. */
export const proofOperations = {
  'proof.options': {
    ...proofDefaults,
    path: '/panel/proof/options',
    withoutProof: 'It is how a proof is given.',
    summary: 'How the person can prove their identity again, with a passkey challenge',
    invalidates: [],
    response: z.object({
      password: z.boolean(),
      code: z.boolean(),
      /** Null if no passkey can be used at this address. */
      passkey: passkeyChallenge.nullable(),
      /** True if identity is proved at the single sign-on provider instead of by the other means. */
      is_sso_only: z.boolean(),
    }),
  },
  'proof.give': {
    ...proofDefaults,
    ...noAnswer,
    path: '/panel/proof',
    withoutProof: 'It is how a proof is given.',
    summary: 'Give a proof; the session continues under a new cookie, as one with a new proof',
    invalidates: [],
    body: proofBody,
  },
} as const satisfies Record<string, PanelOperation>
